import type { Tx } from '#server/db/schema.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findSellerAccount } from './queries.ts'

/** Throws a `Refusal` with this message at the field `amount` if the owner may not take payments. */
export async function requireSeller(tx: Tx, ownerId: string, words: string) {
  const seller = await findSellerAccount(tx, ownerId)
  if (!seller?.account_ref || seller.charges_enabled !== 1)
    throw new Refusal(409, words, { errors: { amount: [words] } })
}
