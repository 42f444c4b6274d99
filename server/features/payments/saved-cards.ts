// Customers and cards of a buyer at the provider, as charges need them.

import { createHash } from 'node:crypto'
import * as z from 'zod'
import { JCB_REFUSED } from '#contract/payments/messages.ts'
import { required } from '#contract/shared/messages.ts'
import { jsonOf } from '#server/db/json.ts'
import type { Tx } from '#server/db/schema.ts'
import { ApiError, invalid } from '#server/http/api-error.ts'
import type { CardOnFile } from '#server/ports/payments.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from './card-queries.ts'
import { findSellerAccount } from './queries.ts'

/** The connected account of a seller who may take payments. */
export interface SellerAccount {
  account: string
  takesJcb: boolean
  takesKonbini: boolean
}

/** The buyer's customer id at the provider, created on first use. */
export async function customerOf(deps: Deps, userId: string): Promise<string> {
  const known = await query.findCustomer(deps.db, userId)
  if (known) return known.customer_ref
  const customer_ref = await deps.payments.addCustomer({ userId }, `customer-${userId}`)
  await query.insertCustomer(deps.db, { user_id: userId, customer_ref })
  return customer_ref
}

/** The payment source: the given token, else the main card. */
export async function sourceOf(
  deps: Deps,
  userId: string,
  token: string | undefined,
): Promise<string> {
  const source = token ?? (await query.findMainCard(deps.db, userId))?.method_ref
  if (!source) throw invalid({ token: [required('カード')] })
  return source
}

/**
 * The card of a source. `kept`: it is one of the buyer's saved cards. A token gives the same card in every attempt, since
 * the idempotency key is derived from it.
 */
export async function cardOf(deps: Deps, userId: string, source: string) {
  const customer = await customerOf(deps, userId)
  const saved = await query.findSavedCard(deps.db, userId, source)
  if (saved) return { customer, card: { ...saved, method: saved.method_ref }, kept: true }
  const key = createHash('sha256').update(`${userId} ${source}`).digest('hex')
  const card = await deps.payments.takeCard({ token: source, customer }, `card-${key}`)
  return { customer, card, kept: false }
}

export async function sellerAccountOf(deps: Deps, sellerId: string): Promise<SellerAccount | null> {
  const seller = await findSellerAccount(deps.db, sellerId)
  if (!seller?.account_ref || seller.charges_enabled !== 1) return null
  return {
    account: seller.account_ref,
    takesJcb: seller.jcb_payments === 1,
    takesKonbini: seller.konbini_payments === 1,
  }
}

/** The buyer's customer id in a seller's account, which owns the subscriptions. */
async function sellerCustomerOf(
  deps: Deps,
  userId: string,
  sellerId: string,
  account: string,
): Promise<string> {
  const known = await query.findSellerCustomer(deps.db, userId, sellerId)
  if (known) return known.customer_ref
  const customer_ref = await deps.payments.addAccountCustomer(
    { account, userId },
    `customer-${userId}-${account}`,
  )
  await query.insertSellerCustomer(deps.db, { user_id: userId, seller_id: sellerId, customer_ref })
  return customer_ref
}

/** The buyer's card in a seller's account, for its subscriptions. Idempotent by the key. */
export async function shareWithSeller(
  deps: Deps,
  { buyer_id, seller_id }: { buyer_id: string; seller_id: string },
  { customer, method }: { customer: string; method: string },
  account: string,
  key: string,
) {
  const accountCustomer = await sellerCustomerOf(deps, buyer_id, seller_id, account)
  const shared = await deps.payments.shareCard(
    { method, customer, account, accountCustomer },
    `${key}-share`,
  )
  return { accountCustomer, method: shared }
}

/** Checks the brand that the provider reports, not what the browser sends. */
export function refuseJcb({ brand }: Pick<CardOnFile, 'brand'>, { takesJcb }: SellerAccount) {
  if (brand === 'jcb' && !takesJcb) throw new ApiError(402, JCB_REFUSED)
}

/** The stored row of a card, as the main one of its owner. */
export const mainCard = (
  { clock, newId }: Deps,
  user_id: string,
  { method, brand, last4, exp_month, exp_year }: CardOnFile,
) => ({
  id: newId(),
  user_id,
  method_ref: method,
  main: 1 as const,
  created_at: clock.now().toISOString(),
  brand,
  last4,
  exp_month,
  exp_year,
})

/** The card of an attempt. `keep`: the buyer chose to save it, or a membership is renewed with it. */
export type PaidCard = CardOnFile & { keep: boolean }
/** The column `attempt.card`. Rows of releases before kept every card. */
export const parsePaidCard = jsonOf(
  z.object({
    method: z.string(),
    brand: z.string(),
    last4: z.string(),
    exp_month: z.number(),
    exp_year: z.number(),
    keep: z.boolean().default(true),
  }) satisfies z.ZodType<PaidCard>,
)

/** Saves the card of a succeeded attempt as the buyer's main card, if it is to be kept. Idempotent. */
export async function storeCard(deps: Deps, tx: Tx, userId: string, paid: string | null) {
  if (paid === null) return
  const { keep, ...card } = parsePaidCard(paid)
  if (keep) await query.storeCard(tx, mainCard(deps, userId, card))
}
