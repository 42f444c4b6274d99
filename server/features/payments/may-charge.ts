import type { Tx } from '#server/db/schema.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findSellerAccount } from './queries.ts'

/** Refuses a price, in these words beside its field, to an owner who may take no money. */
export async function demandSeller(tx: Tx, ownerId: string, words: string) {
  const seller = await findSellerAccount(tx, ownerId)
  if (!seller?.account_ref || seller.charges_enabled !== 1)
    throw new Refusal(409, words, { errors: { amount: [words] } })
}
