import type { Order } from '#server/db/schema/money.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { Deps } from '#server/process/deps.ts'
import { notifyBuyer } from '../notify.ts'
import { snapshotOf } from '../order-snapshot.ts'
import type { Products, RightHolders } from '../product.ts'
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

/** Emails to holders who are not the buyer. `matter`: id of the refund or dispute, for one email each. */
export async function emailHolders(
  deps: Deps,
  tx: Tx,
  order: Pick<Order, 'buyer_id' | 'snapshot'>,
  { holder, companions }: RightHolders,
  { letter, matter }: { letter: 'ticketTakenBack' | 'ticketRestored'; matter: string },
) {
  const { title } = snapshotOf(order)
  for (const who of [holder, ...companions])
    if (who !== null && who !== order.buyer_id)
      await notifyBuyer(deps, tx, who, `${matter}:${who}`, { letter, title })
}
