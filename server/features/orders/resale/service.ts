// 公式リセール: a holder gives a paid ticket back, and takes it back while nobody pays for it.

import type { Resale } from '#contract/resale/calls.ts'
import { RESALES } from '#contract/resale/limits.ts'
import { NO_TICKET, RESALE_BEING_PAID, RESALE_TOO_OFTEN } from '#contract/resale/messages.ts'
import type { SeatedKind } from '#server/db/schema/seats.ts'
import type { Db } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { Reply } from '#server/http/answers/reply.ts'
import { ApiError, orNotFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import type { SaleDeps } from '../product.ts'
import { sumRefunds } from '../refunds/queries.ts'
import * as rights from '../right-queries.ts'
import * as seatOffers from '../waitlist/seat-offer-queries.ts'
import { meetsSaleConditions } from '../waitlist/service.ts'
import type { WaitedProduct } from '../waitlist/waited-product-queries.ts'
import * as products from '../waitlist/waited-product-queries.ts'
import * as lentSeats from './lent-seat-queries.ts'
import { isListable, type Refundable, whyNotListed } from './policy.ts'
import * as query from './queries.ts'
import { recallOffer } from './seat-return.ts'

interface SeatedProduct {
  kind: SeatedKind
  id: string
}

/** The person's valid ticket; undefined if they have none. */
async function findTicket(
  db: Db,
  userId: string,
  { kind, id: productId }: SeatedProduct,
): Promise<Refundable | undefined> {
  const ticket = await query.findTicket(db, userId, { kind, productId })
  if (!ticket) return undefined
  const { order_id } = ticket
  const refunded = order_id === null ? 0 : await sumRefunds(db, order_id, ['open', 'done'])
  return { ...ticket, refunded }
}

async function presentTicket(
  db: Db,
  viewer: Viewer,
  product: WaitedProduct,
  ticket: Refundable,
  now: string,
): Promise<Omit<Resale, 'kind' | 'id'>> {
  const last = ticket.order_id === null ? undefined : await query.findLast(db, ticket.order_id)
  const isListed = last?.closed_at === null
  const why = isListed ? null : whyNotListed(ticket, viewer.id, product, now)
  const isUnsold = last?.outcome === 'unsold'
  return {
    state: isListed ? 'listed' : isUnsold ? 'unsold' : 'none',
    amount: ticket.buyer_id === viewer.id ? ticket.amount : null,
    until: product.resale_until,
    why,
    can: { list: !isListed && why === null, withdraw: isListed },
  }
}

export async function get(
  deps: SaleDeps,
  viewer: Viewer,
  { kind, id }: SeatedProduct,
): Promise<Resale> {
  const { db } = deps
  const ticket = await findTicket(db, viewer.id, { kind, id })
  const product = orNotFound(await products.find(db, kind, id, ticket?.ticket_type_id ?? null))
  if (ticket)
    return { kind, id, ...(await presentTicket(db, viewer, product, ticket, isoNow(deps))) }
  const sold = await query.findSoldBy(db, viewer.id, { kind, productId: id })
  if (!sold) await meetsSaleConditions(deps, viewer, { kind, id })
  return {
    ...{ kind, id, state: sold ? 'sold' : 'none', amount: sold?.amount ?? null },
    ...{ until: product.resale_until, why: sold ? null : NO_TICKET },
    can: { list: false, withdraw: false },
  }
}

/** Lends the ticket's seat to the sale. The ticket stays valid until another person has paid. */
export async function list(deps: SaleDeps, viewer: Viewer, { kind, id }: SeatedProduct) {
  await get(deps, viewer, { kind, id })
  deps.throttles.own('resales', RESALES).count(viewer.id, RESALE_TOO_OFTEN)
  const isNew = await transact(deps.db, async (tx) => {
    await rights.lockSeats(tx, kind, id)
    const ticket = await findTicket(tx, viewer.id, { kind, id })
    const product = orNotFound(await products.find(tx, kind, id, ticket?.ticket_type_id ?? null))
    if (!ticket) throw new ApiError(409, NO_TICKET)
    if (ticket.order_id !== null && (await query.findOpen(tx, ticket.order_id))) return false
    const why = whyNotListed(ticket, viewer.id, product, isoNow(deps))
    if (why !== null || !isListable(ticket)) throw new ApiError(409, why ?? undefined)
    await query.insert(tx, {
      ...{ id: deps.newId(), kind, subject_id: id, order_id: ticket.order_id },
      ...{ created_at: isoNow(deps), closed_at: null, outcome: null },
      ...{ sold_to: null, seat_id: null },
    })
    await rights.countSeats(tx, products.poolOf(product), { taken: -1, listed: 1 })
    return true
  })
  return new Reply(await get(deps, viewer, { kind, id }), { status: isNew ? 201 : 200 })
}

/**
 * Takes the ticket back. A seat that is only offered goes back too, and its person to their place in the line; one that
 * is being paid does not.
 */
export const withdraw = (deps: Deps, viewer: Viewer, { kind, id }: SeatedProduct) =>
  transact(deps.db, async (tx) => {
    await rights.lockSeats(tx, kind, id)
    const ticket = await findTicket(tx, viewer.id, { kind, id })
    const listing = ticket?.order_id && (await query.findOpen(tx, ticket.order_id))
    const product = listing && (await products.find(tx, kind, id, listing.ticket_type_id))
    if (!product || !listing) return
    const canBeBack = await lentSeats.takeBack(tx, listing)
    if (!canBeBack && !(await seatOffers.findNewest(tx, listing)))
      throw new ApiError(409, RESALE_BEING_PAID)
    if (!canBeBack) {
      await recallOffer(deps, tx, product)
      await lentSeats.takeBack(tx, listing)
    }
    await query.close(tx, listing.id, isoNow(deps), { outcome: 'withdrawn' })
  })
