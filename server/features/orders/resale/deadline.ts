// The end of 公式リセール: tickets that nobody bought stay their holders'.

import type { SeatedKind } from '#server/db/schema/seats.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps } from '#server/process/deps.ts'
import { lockSeats } from '../right-queries.ts'
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
  const now = isoNow(deps)
  const ofTypes = await products.listTypesOver(deps.read, 'listed', now, MAX_PRODUCTS)
  await endAll(deps, 'digital_ticket', ofTypes)
  for (const kind of KINDS)
    await endAll(deps, kind, await query.listOver(deps.read, kind, now, MAX_PRODUCTS))
}

async function endAll(deps: Deps, kind: SeatedKind, over: { id: string }[]) {
  for (const { id } of over)
    try {
      while (await endBatches(deps, kind, id));
    } catch (error) {
      deps.log.error({ id, error: String(error) }, 'listed tickets could not be returned')
    }
}

/** Ends listings of a product that are over, of each of its types, in one transaction. True if there may be more. */
const endBatches = (deps: Deps, kind: SeatedKind, productId: string): Promise<boolean> =>
  transact(deps.db, async (tx) => {
    await lockSeats(tx, kind, productId)
    let hasMore = false
    for (const product of await products.listPools(tx, kind, productId))
      if (!isResaleOpen(product, isoNow(deps)))
        hasMore = (await endBatch(deps, tx, product)) || hasMore
    return hasMore
  })

/** Ends the newest listings, except those whose seats are being paid: the sweep after their end takes them. */
async function endBatch(deps: Deps, tx: Tx, product: products.WaitedProduct): Promise<boolean> {
  const pool = products.poolOf(product)
  const listings = await query.listNewest(tx, pool, BATCH_SIZE)
  for (const listing of listings) {
    if (!(await lentSeats.takeBack(tx, pool))) return false
    await query.close(tx, listing.id, isoNow(deps), { outcome: 'unsold' })
    await notifyListingEnded(deps, tx, product, listing, listing.id, 'resaleUnsold')
  }
  return listings.length === BATCH_SIZE
}
