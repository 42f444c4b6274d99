import * as z from 'zod'
import { RequiredEmail, RequiredLine } from '../monetization/shapes.ts'
import { EMAIL_MAX } from '../shared/email.schema.ts'
import { ById, Instant, Paging } from '../shared/shared.schema.ts'
import { DISCLOSURE_REASON_MAX } from './limits.ts'

export const DeclinedFor = z.enum(['no_purchase', 'unclear', 'answered'])

export const Disclosure = z.object({
  id: z.string(),
  /** Empty once erased. */
  name: z.string(),
  email: z.string(),
  reason: z.string(),
  state: z.enum(['open', 'disclosed', 'declined', 'expired']),
  created_at: Instant,
  done_at: Instant.nullable(),
  declined_for: DeclinedFor.nullable(),
})

export const shapes = {
  askDisclosure: {
    params: z.object({ name: z.string() }),
    body: z.object({
      name: RequiredLine('お名前'),
      email: RequiredEmail('メールアドレス', EMAIL_MAX),
      reason: RequiredLine('請求の理由', DISCLOSURE_REASON_MAX),
    }),
    output: z.object({ message: z.string() }),
  },
  listDisclosures: { query: Paging, output: z.array(Disclosure) },
  disclose: { params: ById },
  declineDisclosure: { params: ById, body: z.object({ reason: DeclinedFor }) },
}
