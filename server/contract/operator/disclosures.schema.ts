import * as z from 'zod'
import { DeclinedFor, Disclosure } from '../disclosures.schema.ts'
import { ById, Instant, Member, Paging } from '../shared.schema.ts'
import { Reason } from './reason.schema.ts'

const AnyDisclosure = Disclosure.extend({
  seller: Member,
  /** Waits for longer than it should. */
  late: z.boolean(),
  /** Full days since it was asked. */
  days: z.int(),
  reminded_at: Instant.nullable(),
  /** Whether the seller has told what would be disclosed. */
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
