import type { Order } from '#server/db/schema/money.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { createBuyerNotifications } from '../notify.ts'
import type { Products } from '../product.ts'
import { isNewest } from './queries.ts'

/**
 * Whether a right ends with the money of this order. A ticket does, wherever it went since; of what is paid for month by
 * month an old month's money takes nothing away.
 */
export const endsEntitlement = async (
  db: Db,
  products: Products,
  order: Order,
): Promise<boolean> => (products[order.kind]?.renew ? isNewest(db, order) : true)

/**
 * Writes to whoever held what another had paid for: nobody else would tell them. `matter`: one refund or dispute of it
 * is written of once.
 */
export function createHolderEmails(deps: Pick<Deps, 'newId' | 'clock'>) {
  const notifyBuyer = createBuyerNotifications(deps)
  return async (
    tx: Tx,
    { buyer_id, snapshot }: Pick<Order, 'buyer_id' | 'snapshot'>,
    holder: string | null,
    { letter, matter }: { letter: 'ticketTakenBack' | 'ticketRestored'; matter: string },
  ) => {
    if (holder === null || holder === buyer_id) return
    const { title } = JSON.parse(snapshot) as { title: string }
    await notifyBuyer(tx, holder, `${matter}:${holder}`, { letter, title })
  }
}
