import type { Deps } from '#server/process/deps.ts'
import type { ChargeRequest } from '../checkout/payment-modes.ts'

/** The provider's id of a monthly price in the seller's account, created on first use. */
export async function priceOf(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  { subject_id: room_id, amount }: ChargeRequest,
  account: string,
  name: string,
): Promise<string> {
  const known = await db
    .selectFrom('room_price')
    .select('price_ref')
    .where('room_id', '=', room_id)
    .where('account_ref', '=', account)
    .where('amount', '=', amount)
    .executeTakeFirst()
  if (known) return known.price_ref
  const price_ref = await payments.addPrice(
    { account, amount, name },
    `price-${room_id}-${account}-${amount}`,
  )
  await db
    .insertInto('room_price')
    .values({ room_id, account_ref: account, amount, price_ref })
    .onConflict((on) => on.doNothing())
    .execute()
  return price_ref
}
