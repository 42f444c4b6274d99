import type { Deps } from '#server/process/deps.ts'
import type { ChargeRequest } from '../checkout/payment-modes.ts'
import { findPrice, insertPrice } from './queries.ts'

/** The provider's id of a monthly price in the seller's account, created on first use. */
export async function priceOf(
  { db, payments }: Deps,
  { subject_id: room_id, amount }: Pick<ChargeRequest, 'subject_id' | 'amount'>,
  account: string,
  name: string,
): Promise<string> {
  const known = await findPrice(db, { room_id, account_ref: account, amount })
  if (known) return known
  const price_ref = await payments.addPrice(
    { account, amount, name },
    `price-${room_id}-${account}-${amount}`,
  )
  await insertPrice(db, { room_id, account_ref: account, amount, price_ref })
  return price_ref
}
