import { KONBINI_NOT_ACTIVE } from '#contract/payments/messages.ts'
import type { Tx } from '#server/db/schema.ts'
import { ApiError, invalid } from '#server/http/api-error.ts'
import { findSellerAccount } from './queries.ts'

/** Throws an `ApiError` with this message at the field `amount` if the owner may not take payments. */
export async function requireSeller(tx: Tx, ownerId: string, message: string) {
  const seller = await findSellerAccount(tx, ownerId)
  if (!seller?.account_ref || seller.charges_enabled !== 1)
    throw new ApiError(409, message, { errors: { amount: [message] } })
}

/** Throws an `ApiError` at the field if the provider does not offer payments in convenience stores to this owner yet. */
export async function requireKonbini(tx: Tx, ownerId: string) {
  const seller = await findSellerAccount(tx, ownerId)
  if (seller?.konbini_payments !== 1) throw invalid({ konbini_days: [KONBINI_NOT_ACTIVE] })
}
