import type { Order } from '#server/db/schema/money.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { Deps } from '#server/process/deps.ts'
import { notifyBuyer } from '../notify.ts'
import { snapshotOf } from '../order-snapshot.ts'
import type { Products } from '../product.ts'
import { isNewest } from './queries.ts'

/**
 * Whether refunding this order ends the right. It does for a ticket, also after a transfer; for a membership only the
 * newest month counts.
 */
export const endsEntitlement = async (
  db: Db,
  products: Products,
  order: Order,
): Promise<boolean> => (products[order.kind].renew ? isNewest(db, order) : true)

/** Emails to a holder who is not the buyer. `matter`: id of the refund or dispute, for one email each. */
export async function emailHolder(
  deps: Deps,
  tx: Tx,
  order: Pick<Order, 'buyer_id' | 'snapshot'>,
  holder: string | null,
  { letter, matter }: { letter: 'ticketTakenBack' | 'ticketRestored'; matter: string },
) {
  if (holder === null || holder === order.buyer_id) return
  const { title } = snapshotOf(order)
  await notifyBuyer(deps, tx, holder, `${matter}:${holder}`, { letter, title })
}
