// Whose turn it is: offers free seats to the next people of the line, and ends what is over. Every step reads its state
// from the tables under the lock of the product, so that it can be repeated, and a kill loses and doubles nothing.

import { HOUR_MS } from '#contract/lib/durations.ts'
import { OFFER_HOURS } from '#contract/waitlist/limits.ts'
import { aheadOf } from '#server/db/clocks.ts'
import { pagesOf } from '#server/db/page-window.ts'
import type { SeatedKind, WaitlistEntry } from '#server/db/schema/seats.ts'
import type { Id } from '#server/db/schema/types.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { sellerAccountOf } from '#server/features/payments/saved-cards.ts'
import { ApiError } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import { withoutSession } from '#server/process/deps.ts'
import type { SaleDeps } from '../product.ts'
import * as rights from '../right-queries.ts'
import { notifyOffered, notifyWaitEnded } from './notify.ts'
import { freeSeats, mostSeats, offerTimes, ownSeats, saleStateOf } from './policy.ts'
import * as query from './queries.ts'
import * as seatOffers from './seat-offer-queries.ts'
import type { WaitedProduct } from './waited-product-queries.ts'
import * as products from './waited-product-queries.ts'

const BATCH_SIZE = 50
const MAX_PRODUCTS = 500
const KINDS: SeatedKind[] = ['event', 'digital_ticket']

type InLine = Awaited<ReturnType<typeof query.listLine>>[number]
type Unfit = 'held' | 'unfit'
type UnfitEntry = Unfit | 'tooMany'

/** Ends and makes offers as they are due; idempotent. */
export async function sweep(deps: SaleDeps) {
  const now = isoNow(deps)
  await shortenOffers(deps)
  await lapseOffers(deps, now)
  for (const table of ['seat_offer', 'waitlist'] as const) await endUnfit(deps, table)
  for (const list of [
    products.listTypesOverWithOffers(deps.read, now, MAX_PRODUCTS),
    products.listTypesOver(deps.read, 'waiting', now, MAX_PRODUCTS),
  ])
    await serveLines(deps, 'digital_ticket', await list)
  for (const kind of KINDS)
    for (const list of [products.listOverWithOffers, products.listDue])
      await serveLines(deps, kind, await list(deps.read, kind, now, MAX_PRODUCTS))
  await remind(deps, now)
}

/** A failure is logged and does not stop the others; the next sweep tries again. */
async function safely({ log }: SaleDeps, id: string, work: () => Promise<unknown>) {
  try {
    await work()
  } catch (error) {
    log.error({ id, error: String(error) }, 'a waiting list could not be served')
  }
}

async function shortenOffers(deps: SaleDeps) {
  const until = new Date(deps.clock.now().getTime() + OFFER_HOURS.max * HOUR_MS)
  await seatOffers.shorten(deps.db, { until: until.toISOString(), ahead: aheadOf(until) })
}

async function lapseOffers(deps: SaleDeps, now: string) {
  for (const offer of await seatOffers.listLapsed(deps.read, now, MAX_PRODUCTS))
    await safely(deps, offer.id, () =>
      transact(deps.db, async (tx) => {
        const product = await products.lock(tx, offer.kind, offer.subject_id, typeOf(offer))
        await endOffer(deps, tx, product, offer, 'lapsed')
      }),
    )
}

/** Closes an offer and frees its seats, once. */
async function endOffer(
  deps: SaleDeps,
  tx: Tx,
  product: WaitedProduct | null,
  offer: seatOffers.OpenOffer,
  outcome: Unfit | 'lapsed' | 'over' | 'cancelled',
) {
  if (!(await seatOffers.close(tx, offer.id, outcome, isoNow(deps)))) return
  await rights.freeSeats(tx, offer, offer.seats)
  if (product) await notifyWaitEnded(deps, tx, product, offer, outcome)
}

/** Closes a place in the line and frees what was kept for it, once. */
async function endEntry(
  deps: SaleDeps,
  tx: Tx,
  product: WaitedProduct,
  entry: InLine,
  outcome: UnfitEntry | 'over' | 'cancelled',
) {
  if (!(await query.close(tx, entry.id, outcome, isoNow(deps)))) return
  await rights.countSeats(tx, entry, { waiting: -1, taken: -entry.gathered })
  await notifyWaitEnded(deps, tx, product, entry, outcome)
}

/** Ends places and offers of people who may not buy any more, so that no seat is kept for them. */
async function endUnfit(deps: SaleDeps, table: 'waitlist' | 'seat_offer') {
  const now = isoNow(deps)
  const list = (after: string) => query.listSuspects(deps.read, table, { after, now }, BATCH_SIZE)
  for await (const suspects of pagesOf(BATCH_SIZE, list, ({ id }) => id))
    for (const { id, kind, subject_id } of suspects)
      await safely(deps, id, () =>
        transact(deps.db, async (tx) => {
          await rights.lockSeats(tx, kind, subject_id)
          const entry = table === 'waitlist' ? await query.findInLine(tx, id) : undefined
          const offer = entry ? undefined : await seatOffers.findWithPerson(tx, id)
          const row = entry ?? offer
          const product = row && (await products.find(tx, kind, subject_id, typeOf(row)))
          if (!product || saleStateOf(product, isoNow(deps)) !== 'running') return
          if (entry) {
            const why = await whyNoTurn(deps, tx, product, entry)
            if (why) await endEntry(deps, tx, product, entry, why)
          }
          if (offer) {
            const why = await whyUnfit(deps, tx, product, offer)
            if (why) await endOffer(deps, tx, product, offer, why)
          }
        }),
      )
}

/** The type as which a seat is sold: one that was won in a lottery is sold at any time. */
const typeOf = (row: rights.SeatPool & { drawn?: number }) =>
  row.drawn ? null : row.ticket_type_id

/** Who would buy seats, and which. */
type Buyer = Pick<WaitlistEntry, 'user_id' | 'ticket_type_id' | 'seats'>

/** Why this person could not buy a seat now; null if they could. The purchase's own conditions decide. */
async function whyUnfit(
  deps: SaleDeps,
  tx: Tx,
  sold: WaitedProduct,
  { user_id: userId, ticket_type_id: type, seats }: Buyer,
): Promise<Unfit | null> {
  const { kind, id } = sold
  if (!(await rights.isActive(tx, userId))) return 'unfit'
  const product = deps.products[kind]
  if (await product.findGranted(tx, { userId, productId: id, orderId: null })) return 'held'
  const choice = type === null ? {} : { type, seats: Math.min(seats, mostSeats(sold)) }
  try {
    await product.quote({ ...deps, db: tx }, withoutSession(userId), id, choice)
    return null
  } catch (error) {
    if (error instanceof ApiError) return 'unfit'
    throw error
  }
}

/** Why a person in the line gets no seats any more; null if they do. What was offered before stays so. */
const whyNoTurn = async (
  deps: SaleDeps,
  tx: Tx,
  product: WaitedProduct,
  entry: InLine,
): Promise<UnfitEntry | null> =>
  (await whyUnfit(deps, tx, product, entry)) ??
  (entry.seats > mostSeats(product) ? 'tooMany' : null)

async function serveLines(deps: SaleDeps, kind: SeatedKind, due: { id: string }[]) {
  for (const { id } of due)
    await safely(deps, id, async () => {
      while (await serveBatch(deps, kind, id));
    })
}

/** Serves the first people of a line in one transaction. True if there may be more to do. */
const serveBatch = (deps: SaleDeps, kind: SeatedKind, id: string): Promise<boolean> =>
  transact(deps.db, async (tx) => {
    await rights.lockSeats(tx, kind, id)
    const now = isoNow(deps)
    let hasEnded = false
    const served = new Set<Id | null>()
    for (const pool of await products.listPools(tx, kind, id)) {
      const sale = saleStateOf(pool, now)
      if (sale === 'over' || sale === 'cancelled')
        hasEnded = (await endLine(deps, tx, pool, sale)) || hasEnded
      else if (sale === 'running' && (await mayBePaid(deps, tx, pool)))
        served.add(pool.type?.id ?? null)
    }
    for (let n = 0; n < BATCH_SIZE && served.size > 0; n++) {
      const pools = await products.listPools(tx, kind, id)
      const isServed = await serveNext(
        deps,
        tx,
        pools.filter(({ type }) => served.has(type?.id ?? null)),
      )
      if (!isServed) return hasEnded
    }
    return served.size > 0 || hasEnded
  })

async function endLine(deps: SaleDeps, tx: Tx, product: WaitedProduct, why: 'over' | 'cancelled') {
  const pool = products.poolOf(product)
  const offers = await seatOffers.listOfPool(tx, pool, BATCH_SIZE)
  for (const offer of offers) await endOffer(deps, tx, product, offer, why)
  const line = await query.listLine(tx, pool, BATCH_SIZE)
  for (const entry of line) await endEntry(deps, tx, product, entry, why)
  return offers.length + line.length > 0
}

/** A seller who may not charge can sell to nobody: the line stands still, and no offer's time runs out in vain. */
export const mayBePaid = async (deps: SaleDeps, tx: Tx, { amount, owner_id }: WaitedProduct) =>
  amount === 0 || (await sellerAccountOf({ ...deps, db: tx }, owner_id)) !== null

/** Seats of its own that those who wait for a product may get. */
const ownFree = (product: WaitedProduct) => Math.max(0, ownSeats(product))

/**
 * Serves the next in the line whom free seats suffice, or for whom they are kept. False if there is nobody. Who stands
 * before them was passed by as many seats as they have fewer to get now.
 */
async function serveNext(deps: SaleDeps, tx: Tx, pools: WaitedProduct[]): Promise<boolean> {
  const [first, ...others] = pools
    .filter((pool) => freeSeats(pool, isoNow(deps)) > 0)
    .map((pool) => ({ ...products.poolOf(pool), own: ownSeats(pool) }))
  const entry = first && (await query.findNext(tx, [first, ...others]))
  const product = pools.find(({ type }) => (type?.id ?? null) === entry?.ticket_type_id)
  if (!entry || !product) return false
  if (!(await serve(deps, tx, product, entry))) return true
  for (const after of await products.listPools(tx, product.kind, product.id)) {
    const before = pools.find(({ type }) => type?.id === after.type?.id)
    const lost = before ? ownFree(before) - ownFree(after) : 0
    if (lost > 0) await query.countPassed(tx, products.poolOf(after), entry, lost)
  }
  return true
}

/**
 * Offers free seats to the person whose turn it is, keeps them while they do not suffice, or ends the place of a person who
 * may not buy. True if seats were offered.
 */
async function serve(deps: SaleDeps, tx: Tx, product: WaitedProduct, entry: InLine) {
  const why = await whyNoTurn(deps, tx, product, entry)
  if (why) {
    await endEntry(deps, tx, product, entry, why)
    return false
  }
  const own = ownSeats(product)
  if (entry.seats > 1 && entry.seats - entry.gathered > own) {
    await query.gather(tx, entry.id, own)
    await rights.countSeats(tx, entry, { taken: own })
    return false
  }
  await offer(deps, tx, product, entry)
  return true
}

async function offer(deps: SaleDeps, tx: Tx, product: WaitedProduct, entry: InLine) {
  const { user_id, seats, gathered, email, status } = entry
  const at = isoNow(deps)
  await query.close(tx, entry.id, 'offered', at)
  const made = {
    ...{ id: deps.newId(), user_id, order_id: null, seats, drawn: 0 as const },
    ...{ created_at: at, reminded_at: null, closed_at: null, outcome: null },
    ...products.poolOf(product),
    ...offerTimes(product, deps.clock.now()),
  }
  await seatOffers.insert(tx, [made])
  await rights.countSeats(tx, made, { taken: seats - gathered, waiting: -1 })
  await notifyOffered(deps, tx, product, { ...made, email, status }, 'seatOffered')
}

async function remind(deps: SaleDeps, now: string) {
  for (const offer of await seatOffers.listReminders(deps.read, now, MAX_PRODUCTS))
    await safely(deps, offer.id, () =>
      transact(deps.db, async (tx) => {
        const product = await products.find(tx, offer.kind, offer.subject_id, typeOf(offer))
        if (!product || !(await seatOffers.markReminded(tx, offer.id, now))) return
        await notifyOffered(deps, tx, product, offer, 'seatOfferEnding')
      }),
    )
}
