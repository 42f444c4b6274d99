// Whose turn it is: offers free seats to the next people of the line, and ends what is over. Every step reads its state
// from the tables under the lock of the product, so that it can be repeated, and a kill loses and doubles nothing.

import { HOUR_MS } from '#contract/lib/durations.ts'
import { OFFER_HOURS } from '#contract/waitlist/limits.ts'
import { aheadOf } from '#server/db/clocks.ts'
import { pagesOf } from '#server/db/page-window.ts'
import type { SeatedKind } from '#server/db/schema/money.ts'
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
  for (const kind of KINDS)
    for (const list of [products.listOverWithOffers, products.listDue])
      for (const { id } of await list(deps.read, kind, now, MAX_PRODUCTS))
        await safely(deps, id, () => serveLine(deps, kind, id))
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
        const product = await products.lock(tx, offer.kind, offer.subject_id)
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
  await rights.freeTypedSeats(tx, offer, offer.seats)
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
  await rights.countSeats(tx, product.kind, product.id, { waiting: -1, taken: -entry.gathered })
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
          const product = await products.lock(tx, kind, subject_id)
          if (!product || saleStateOf(product, isoNow(deps)) !== 'running') return
          if (table === 'waitlist') {
            const entry = await query.findInLine(tx, id)
            const why = entry && (await whyNoTurn(deps, tx, product, entry))
            if (entry && why) await endEntry(deps, tx, product, entry, why)
          } else {
            const offer = await seatOffers.findWithPerson(tx, id)
            const type = offer?.ticket_type_id ?? null
            const why = offer && (await whyUnfit(deps, tx, product, offer.user_id, type))
            if (offer && why) await endOffer(deps, tx, product, offer, why)
          }
        }),
      )
}

/** Why this person could not buy a seat now; null if they could. The purchase's own conditions decide. */
async function whyUnfit(
  deps: SaleDeps,
  tx: Tx,
  { kind, id }: WaitedProduct,
  userId: string,
  type: string | null,
): Promise<Unfit | null> {
  if (!(await rights.isActive(tx, userId))) return 'unfit'
  const product = deps.products[kind]
  if (await product.findGranted(tx, { userId, productId: id, orderId: null })) return 'held'
  try {
    await product.quote({ ...deps, db: tx }, withoutSession(userId), id, { ...(type && { type }) })
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
  { user_id, seats }: InLine,
): Promise<UnfitEntry | null> =>
  (await whyUnfit(deps, tx, product, user_id, null)) ??
  (seats > mostSeats(product) ? 'tooMany' : null)

async function serveLine(deps: SaleDeps, kind: SeatedKind, id: string) {
  while (await serveBatch(deps, kind, id));
}

/** Serves the first people of a line in one transaction. True if there may be more to do. */
const serveBatch = (deps: SaleDeps, kind: SeatedKind, id: string): Promise<boolean> =>
  transact(deps.db, async (tx) => {
    const product = await products.lock(tx, kind, id)
    if (!product) return false
    const sale = saleStateOf(product, isoNow(deps))
    if (sale === 'over' || sale === 'cancelled') return endLine(deps, tx, product, sale)
    if (sale === 'paused' || !(await mayBePaid(deps, tx, product))) return false
    for (let n = 0; n < BATCH_SIZE; n++) {
      if (freeSeats(product, isoNow(deps)) <= 0) return false
      const entry = await query.findNext(tx, kind, id, ownSeats(product))
      if (!entry) return false
      product.taken += await serve(deps, tx, product, entry)
    }
    return true
  })

async function endLine(deps: SaleDeps, tx: Tx, product: WaitedProduct, why: 'over' | 'cancelled') {
  const offers = await seatOffers.listOfProduct(tx, product.kind, product.id, BATCH_SIZE)
  for (const offer of offers) await endOffer(deps, tx, product, offer, why)
  const line = await query.listLine(tx, product.kind, product.id, BATCH_SIZE)
  for (const entry of line) await endEntry(deps, tx, product, entry, why)
  return offers.length + line.length > 0
}

/** A seller who may not charge can sell to nobody: the line stands still, and no offer's time runs out in vain. */
export const mayBePaid = async (deps: SaleDeps, tx: Tx, { amount, owner_id }: WaitedProduct) =>
  amount === 0 || (await sellerAccountOf({ ...deps, db: tx }, owner_id)) !== null

/**
 * Offers free seats to the person whose turn it is, keeps them while they do not suffice, or ends the place of a person who
 * may not buy. Returns by how many the number of taken seats changed.
 */
async function serve(deps: SaleDeps, tx: Tx, product: WaitedProduct, entry: InLine) {
  const { kind, id: subject_id } = product
  const why = await whyNoTurn(deps, tx, product, entry)
  if (why) {
    await endEntry(deps, tx, product, entry, why)
    return -entry.gathered
  }
  const own = ownSeats(product)
  const missing = entry.seats - entry.gathered
  if (entry.seats > 1 && missing > own) {
    await query.gather(tx, entry.id, own)
    await rights.countSeats(tx, kind, subject_id, { taken: own })
    return own
  }
  // A group could not have taken a lent seat.
  if (own > 0) await query.countPassed(tx, entry, missing)
  await offer(deps, tx, product, entry)
  return missing
}

async function offer(deps: SaleDeps, tx: Tx, product: WaitedProduct, entry: InLine) {
  const { kind, id: subject_id } = product
  const { user_id, seats, gathered, email, status } = entry
  const at = isoNow(deps)
  await query.close(tx, entry.id, 'offered', at)
  const made = {
    ...{ id: deps.newId(), user_id, kind, subject_id, order_id: null, seats },
    ...{ created_at: at, reminded_at: null, closed_at: null, outcome: null },
    ...({ ticket_type_id: null, drawn: 0 } as const),
    ...offerTimes(product, deps.clock.now()),
  }
  await seatOffers.insert(tx, [made])
  await rights.countSeats(tx, kind, subject_id, { taken: seats - gathered, waiting: -1 })
  await notifyOffered(deps, tx, product, { ...made, email, status }, 'seatOffered')
}

async function remind(deps: SaleDeps, now: string) {
  for (const offer of await seatOffers.listReminders(deps.read, now, MAX_PRODUCTS))
    await safely(deps, offer.id, () =>
      transact(deps.db, async (tx) => {
        const product = await products.find(tx, offer.kind, offer.subject_id)
        if (!product || !(await seatOffers.markReminded(tx, offer.id, now))) return
        await notifyOffered(deps, tx, product, offer, 'seatOfferEnding')
      }),
    )
}
