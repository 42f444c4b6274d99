import * as z from 'zod'
import { DeclinedFor, Disclosure } from '../../disclosures/shapes.ts'
import { ById, Instant, Member, Paging } from '../../shared/shared.schema.ts'
import { Reason } from '../reason.schema.ts'

const AnyDisclosure = Disclosure.extend({
  seller: Member,
  /** Overdue. */
  late: z.boolean(),
  /** Full days since the request. */
  days: z.int(),
  reminded_at: Instant.nullable(),
  /** Whether the seller has provided the information to disclose. */
  known: z.boolean(),
})

export const shapes = {
  listDisclosures: {
    query: Paging.extend({ state: z.enum(['open', 'all']).default('open') }),
    output: z.array(AnyDisclosure),
  },
  remindSeller: { params: ById },
  disclose: { params: ById, body: z.object({ reason: Reason }) },
  decline: { params: ById, body: z.object({ declined_for: DeclinedFor, reason: Reason }) },
}
