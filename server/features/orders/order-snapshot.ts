import * as z from 'zod'
import { jsonOf } from '#server/db/json.ts'
import type { Order } from '#server/db/schema/money.ts'

const Period = z.object({ start: z.string(), end: z.string() })
/** What was sold, as it stood at the time of the order. Optional fields are missing in old rows. */
const Snapshot = z.object({
  title: z.string(),
  quantity: z.number().optional(),
  /** Yen that a code took off; missing: none. */
  discount: z.number().optional(),
  /** The final confirmation, as the buyer saw it. */
  confirmation: z.array(z.object({ label: z.string(), text: z.string() })).optional(),
  /** The month that a renewal pays. */
  period: Period.optional(),
})
const read = jsonOf(Snapshot)

export const snapshotOf = ({ snapshot }: Pick<Order, 'snapshot'>) => read(snapshot)
