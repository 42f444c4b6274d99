import { createHash } from 'node:crypto'
import { KONBINI_OPEN, NOT_FREE, PAYMENT_UNFINISHED } from '#contract/payments/messages.ts'
import { CODE_USED_UP } from '#contract/promotions/messages.ts'
import { SOLD_OUT, seatsTogether, typeSoldOut } from '#contract/tickets/messages.ts'
import type { Order, PaymentAttempt } from '#server/db/schema/money.ts'
import type { ProductKind } from '#server/db/schema/seats.ts'
import type { Tx } from '#server/db/schema.ts'
import { rollBack, transact } from '#server/db/transact.ts'
import { feePercentAt } from '#server/features/site/service-fee.ts'
import { ApiError } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import type { Choice, Granted, Product, Quote, SaleDeps } from '../product.ts'
import * as redemptions from '../promotions/redemption-queries.ts'
import * as seatOffers from '../waitlist/seat-offer-queries.ts'
import * as attemptQuery from './payment-attempt-queries.ts'
import { newAttempt, type PaidBy } from './payment-attempts.ts'
import { holdTimes } from './policy.ts'
import * as query from './queries.ts'

/** What the buyer was shown, as the order keeps it. */
export function snapshotFor({ title, amount, seats: quantity, confirmation, promotion }: Quote) {
  const discount = promotion?.discount || undefined
  const of = { title, amount, currency: 'jpy', quantity, discount, confirmation }
  const snapshot = JSON.stringify(of)
  return { snapshot, snapshot_hash: createHash('sha256').update(snapshot).digest('hex') }
}

/** Whether an order is of this offer: so many seats of its type or kind, at its price, with the same code. */
export const isOf = (
  order: Pick<query.OpenOrder, 'ticket_type_id' | 'live_only' | 'seats' | 'amount' | 'code_id'>,
  quote: Pick<Quote, 'type' | 'liveOnly' | 'seats' | 'amount' | 'promotion'>,
) =>
  order.ticket_type_id === (quote.type?.id ?? null) &&
  order.live_only === liveFlag(quote) &&
  order.seats === quote.seats &&
  order.amount === quote.amount &&
  order.code_id === (quote.promotion?.id ?? null)

const liveFlag = ({ liveOnly }: Pick<Quote, 'liveOnly'>): Order['live_only'] =>
  liveOnly === null ? null : liveOnly ? 1 : 0

/** Uses the code of a quote for its purchase, in the transaction that takes the seats. Throws if it is used up. */
async function redeemCode(
  deps: Deps,
  tx: Tx,
  { promotion, seats }: Quote,
  by: { userId: string; orderId: string | null },
) {
  if (!promotion) return
  const isTaken = await redemptions.redeem(tx, {
    ...{ id: deps.newId(), code_id: promotion.id, user_id: by.userId, order_id: by.orderId },
    ...{ seats, discount: promotion.discount, created_at: isoNow(deps), released_at: null },
  })
  if (!isTaken) throw new ApiError(422, CODE_USED_UP, { errors: { code: [CODE_USED_UP] } })
}

interface Ordered {
  order: query.OpenOrder
  /** The first attempt to pay a new order; null for an order that was open already. */
  first: PaymentAttempt | null
}

/**
 * Creates the order with its first attempt and holds its seats in one transaction: of two buyers of the last seat, one is
 * refused. A second call of the same buyer returns the first order.
 */
export async function createOrder(
  deps: Deps,
  product: Product,
  buyerId: string,
  quote: Quote,
  { by, fromLink }: { by: PaidBy; fromLink: string | null },
): Promise<Ordered> {
  const now = deps.clock.now()
  const { until: expires_at } = holdTimes(now)
  const { productId, sellerId, amount, seats } = quote
  const order = {
    ...snapshotFor(quote),
    id: deps.newId(),
    buyer_id: buyerId,
    seller_id: sellerId,
    kind: product.kind,
    subject_id: productId,
    ticket_type_id: quote.type?.id ?? null,
    seats,
    live_only: liveFlag(quote),
    amount,
    state: 'open' as const,
    refunded_amount: 0,
    invoice_ref: null,
    created_at: now.toISOString(),
    settled_at: null,
    fee_percent: await feePercentAt(deps.db, now.toISOString()),
    from_link: fromLink,
  }
  const first = newAttempt(deps, order, 1, by)
  const outcome = await transact(deps.db, async (tx) => {
    const { ticket_type_id: ticketTypeId, created_at: at } = order
    const code = quote.promotion?.code
    // A listed ticket is sold at its price.
    const isPaying = code === undefined
    const taker = { userId: buyerId, seats, at, isPaying, ticketTypeId, code }
    const seat = await product.holdSeat(tx, productId, taker)
    if (!seat) return 'soldOut'
    await product.assertSold?.(tx, productId, taker)
    // The buyer already has an open order for this product, for instance from another tab.
    if (!(await query.insertOrder(tx, order))) return rollBack('alreadyOpen')
    await attemptQuery.insertAttempt(tx, first)
    await redeemCode(deps, tx, quote, { userId: buyerId, orderId: order.id })
    await query.insertHold(tx, {
      order_id: order.id,
      kind: product.kind,
      subject_id: productId,
      expires_at,
      shortened_to: null,
      remind_at: null,
      reminded_at: null,
      released_at: null,
    })
    if (seat.offerId) await seatOffers.bind(tx, seat.offerId, order.id)
    return 'created'
  })
  const code_id = quote.promotion?.id ?? null
  if (outcome === 'created') {
    const hold = { expires_at, shortened_to: null, remind_at: null }
    return { order: { ...order, code_id, ...hold }, first }
  }
  const open = await query.findOpenOrder(deps.db, { buyerId, kind: product.kind, productId })
  // Another tab may have chosen otherwise meanwhile, or have been shown another price.
  if (open && !isOf(open, quote)) throw new ApiError(409, PAYMENT_UNFINISHED)
  if (open) return { order: open, first: null }
  if (outcome === 'soldOut') throw soldOut(quote)
  throw new Error('an open order of this buyer was found, and is gone')
}

function soldOut({ type, seats }: Quote): ApiError {
  if (seats > 1) return new ApiError(409, seatsTogether(seats))
  return new ApiError(409, type ? typeSoldOut(type.name) : SOLD_OUT)
}

/** Takes seats of a free product and grants the right at once, in one transaction. */
export async function takeFree(
  deps: SaleDeps,
  viewer: Viewer,
  kind: ProductKind,
  wireId: string,
  choice: Choice = {},
): Promise<Granted> {
  const product = deps.products[kind]
  const quote = await product.quote(deps, viewer, wireId, choice)
  const { productId, amount, seats } = quote
  if (amount > 0) throw new ApiError(409, NOT_FREE)
  // Of another type, or of a price before: a payment number on paper would still work.
  const open = await query.findOpenOrder(deps.db, { buyerId: viewer.id, kind, productId })
  if (open && open.remind_at !== null) throw new ApiError(409, KONBINI_OPEN)
  const right = await transact(deps.db, async (tx) => {
    const at = isoNow(deps)
    const ticketTypeId = quote.type?.id ?? null
    const { code } = choice
    const taker = { userId: viewer.id, seats, at, isPaying: false, ticketTypeId, code }
    if (!(await product.holdSeat(tx, productId, taker))) throw soldOut(quote)
    await product.assertSold?.(tx, productId, taker)
    const granted = await product.grant(deps, tx, {
      userId: viewer.id,
      productId,
      orderId: null,
      ticketTypeId,
      liveOnly: quote.liveOnly === true,
      seats,
      at,
    })
    if (!granted) throw product.ended()
    if (!granted.already) await redeemCode(deps, tx, quote, { userId: viewer.id, orderId: null })
    // The seats that were taken go back.
    return granted.already ? rollBack(granted) : granted
  })
  if (!right.already) await deps.bus.publish(RIGHTS_CHANGED, viewer.id)
  return right
}
