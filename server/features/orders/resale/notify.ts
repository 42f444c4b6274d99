import type { Order } from '#server/db/schema/money.ts'
import type { Tx } from '#server/db/schema.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { findUser } from '#server/features/auth/queries.ts'
import { enqueueNotification } from '#server/features/push/enqueue.ts'
import type { Deps } from '#server/process/deps.ts'
import { pageOf } from '../waitlist/notify.ts'
import type { WaitedProduct } from '../waitlist/waited-product-queries.ts'

/** Notifies the seller that their ticket is sold, or stays theirs, in the transaction of the cause. `about`: listing. */
export async function notifyListingEnded(
  deps: Deps,
  tx: Tx,
  product: WaitedProduct,
  { buyer_id: to, amount }: Pick<Order, 'buyer_id' | 'amount'>,
  about: string,
  what: 'resold' | 'resaleUnsold',
) {
  const seller = await findUser(tx, to)
  if (seller?.status !== 'active') return
  const facts = pageOf(product)
  await enqueueEmail(deps, tx, about, { letter: what, ...facts, amount, to: seller.email })
  await enqueueNotification(deps, tx, { to, about, notice: { notice: what, ...facts } })
}
