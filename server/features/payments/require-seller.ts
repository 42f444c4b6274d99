import type { Tx } from '#server/db/schema.ts'
import { ApiError } from '#server/http/api-error.ts'
import { findSellerAccount } from './queries.ts'

/** Throws an `ApiError` with this message at the field `amount` if the owner may not take payments. */
export async function requireSeller(tx: Tx, ownerId: string, message: string) {
  const seller = await findSellerAccount(tx, ownerId)
  if (!seller?.account_ref || seller.charges_enabled !== 1)
    throw new ApiError(409, message, { errors: { amount: [message] } })
}
