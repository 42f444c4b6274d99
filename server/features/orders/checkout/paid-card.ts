import * as z from 'zod'
import { jsonOf } from '#server/db/json.ts'
import type { Tx } from '#server/db/schema.ts'
import { storeCard } from '#server/features/payments/card-queries.ts'
import type { CardOnFile } from '#server/ports/payments.ts'
import type { Deps } from '#server/process/deps.ts'

/** The column `attempt.card`. */
const cardOf = jsonOf(
  z.object({
    method: z.string(),
    brand: z.string(),
    last4: z.string(),
    exp_month: z.number(),
    exp_year: z.number(),
  }) satisfies z.ZodType<CardOnFile>,
)

/** Saves the card of a succeeded attempt as the buyer's main card. Does nothing if the card is saved already. */
export function paidCard({ clock, newId }: Pick<Deps, 'clock' | 'newId'>) {
  return async (tx: Tx, userId: string, paid: string | null) => {
    if (paid === null) return
    const { method, brand, last4, exp_month, exp_year } = cardOf(paid)
    await storeCard(tx, {
      id: newId(),
      user_id: userId,
      method_ref: method,
      main: 1,
      created_at: clock.now().toISOString(),
      brand,
      last4,
      exp_month,
      exp_year,
    })
  }
}
