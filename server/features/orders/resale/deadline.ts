// The end of 公式リセール: tickets that nobody bought stay their holders'.

import type { SeatedKind } from '#server/db/schema/money.ts'
import { transact } from '#server/db/transact.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps } from '#server/process/deps.ts'
import { isResaleOpen } from '../waitlist/policy.ts'
import * as products from '../waitlist/waited-product-queries.ts'
import * as lentSeats from './lent-seat-queries.ts'
import { notifyListingEnded } from './notify.ts'
import * as query from './queries.ts'

const BATCH_SIZE = 50
const MAX_PRODUCTS = 500
const KINDS: SeatedKind[] = ['event', 'digital_ticket']

/** Ends listings that are over; idempotent. A failure is logged and does not stop the others. */
export async function sweep(deps: Deps) {
  for (const kind of KINDS)
    for (const { id } of await query.listOver(deps.read, kind, isoNow(deps), MAX_PRODUCTS))
      try {
        while (await endBatch(deps, kind, id));
      } catch (error) {
        deps.log.error({ id, error: String(error) }, 'listed tickets could not be returned')
      }
}

/**
 * Ends the newest listings of a product in one transaction, except those whose seats are being paid: the sweep after their
 * end takes them. True if there may be more.
 */
const endBatch = (deps: Deps, kind: SeatedKind, productId: string): Promise<boolean> =>
  transact(deps.db, async (tx) => {
    const product = await products.lock(tx, kind, productId)
    if (!product || isResaleOpen(product, isoNow(deps))) return false
    const of = { kind, productId }
    const listings = await query.listNewest(tx, of, BATCH_SIZE)
    for (const listing of listings) {
      if (!(await lentSeats.takeBack(tx, of))) return false
      await query.close(tx, listing.id, isoNow(deps), { outcome: 'unsold' })
      await notifyListingEnded(deps, tx, product, listing, listing.id, 'resaleUnsold')
    }
    return listings.length === BATCH_SIZE
  })
