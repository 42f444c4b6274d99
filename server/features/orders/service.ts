import type { Payment, Sale } from '#contract/orders/calls.ts'
import { ADDRESSEE_CHOSEN } from '#contract/orders/messages.ts'
import { everyRow, type SortedPaging, sortedPage } from '#server/db/keyset.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import type { Schema } from '#server/db/schema.ts'
import { presentMember } from '#server/features/profile/member.ts'
import { page } from '#server/http/answers/reply.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { orderedTitle } from './ordered-title.ts'
import * as query from './queries.ts'
import { receiptPage } from './receipts/present.ts'
import { listReceipts, type Reader, setAddressee } from './receipts/queries.ts'
import type { RecordFilter } from './record-filter.ts'
import { refundableNow } from './refunds/policy.ts'

const STATUS: Record<Schema['order']['state'], Payment['status']> = {
  open: 'confirming',
  settled: 'succeeded',
  failed: 'failed',
  refunded: 'refunded',
}

/** An open renewal is past due: it only gets an order before payment once its card was declined. */
const statusOf = ({ state, invoice_ref }: query.PaymentRow): Payment['status'] =>
  state === 'open' && invoice_ref !== null ? 'failed' : STATUS[state]

/** How it was paid, and what its refund waits for. */
const means = ({ in_store, asks_account }: Pick<query.SaleRow, 'in_store' | 'asks_account'>) => ({
  method: Number(in_store) === 1 ? ('konbini' as const) : ('card' as const),
  asks_account: Number(asks_account) === 1,
})

const present = (row: query.PaymentRow, now: string): Payment => {
  const refundable =
    row.state === 'settled' && row.refund_state === null ? refundableNow(row, now) : null
  return {
    id: row.id,
    kind: row.kind,
    subject: {
      // The id of a room in the API is its owner's name.
      id: row.kind === 'room' ? row.seller_name : row.subject_id,
      title: orderedTitle(row),
    },
    amount: row.amount,
    discount: row.discount ?? 0,
    status: statusOf(row),
    paid_at: row.settled_at ?? row.created_at,
    refunded_amount: row.refunded_amount,
    seller: row.seller_display_name,
    receipt_number: row.receipt_number,
    addressee: row.addressee,
    refund: row.refund_state ?? 'none',
    ...means(row),
    can: { refund: refundable !== null },
    refundable,
  }
}

const presentSale = (row: query.SaleRow): Sale => ({
  id: row.id,
  kind: row.kind,
  subject: { id: row.subject_id, title: orderedTitle(row) },
  buyer: presentMember(row),
  amount: row.amount,
  discount: row.discount ?? 0,
  status: row.dispute_id ? 'disputed' : row.state === 'refunded' ? 'refunded' : 'succeeded',
  paid_at: row.settled_at,
  refunded_amount: row.refunded_amount,
  receipt_number: row.receipt_number,
  refund: row.refund_state ?? 'none',
  ...means(row),
  can: {
    refund: row.state === 'settled' && row.refund_state !== 'pending' && row.dispute_id === null,
  },
})

type Search = PageWindow & RecordFilter

export async function listPayments(
  deps: Deps,
  viewer: Viewer,
  { limit, offset, ...search }: Search,
) {
  const payments = await page({ limit, offset }, (window) =>
    query.listPayments(deps.read, viewer.id, search, window),
  )
  const now = isoNow(deps)
  return { ...payments, items: payments.items.map((row) => present(row, now)) }
}

const NEWEST = '-paid'

interface SaleFilter extends RecordFilter {
  event?: string | undefined
  room?: string | undefined
}
type SaleSearch = SaleFilter & SortedPaging<query.SaleColumn>

const soldFilter = (viewer: Viewer, { event, room, ...search }: SaleFilter) => ({
  sellerId: viewer.id,
  eventId: event,
  roomOnly: room !== undefined,
  search,
})

/** The viewer's own sales; the filters never widen that. */
export async function listSales(
  deps: Deps,
  viewer: Viewer,
  { limit, offset, sort, after, ...search }: SaleSearch,
) {
  const filter = soldFilter(viewer, search)
  const list = await sortedPage(NEWEST, { limit, offset, sort, after }, (window) =>
    query.listSales(deps.read, filter, window),
  )
  return { ...list, items: list.items.map(presentSale) }
}

/** All sales that `listSales` finds, for a table of them. */
export async function* everySale(
  deps: Deps,
  viewer: Viewer,
  { sort = NEWEST, ...search }: Omit<SaleSearch, keyof PageWindow | 'after'>,
) {
  const filter = soldFilter(viewer, search)
  for await (const sale of everyRow(sort, (window) => query.listSales(deps.read, filter, window)))
    yield presentSale(sale)
}

export async function getReceipt(deps: Deps, viewer: Viewer, orderId: string) {
  return receiptOf(deps, orderId, { by: 'buyer', id: viewer.id })
}

/** The seller's copy. */
export async function getSaleReceipt(deps: Deps, viewer: Viewer, orderId: string) {
  return receiptOf(deps, orderId, { by: 'seller', id: viewer.id })
}

/** The receipts of an order for one side of it, or for an operator (null). */
export async function receiptOf(deps: Deps, orderId: string, reader: Reader | null) {
  const [sale, ...returns] = await listReceipts(deps.read, orderId, reader)
  if (!sale) throw notFound()
  return receiptPage(sale, returns)
}

export async function nameReceipt(deps: Deps, viewer: Viewer, orderId: string, addressee: string) {
  const named = await setAddressee(deps.db, { orderId, buyerId: viewer.id, addressee })
  if (named === null) throw notFound()
  if (named === 'chosen') throw new ApiError(409, ADDRESSEE_CHOSEN)
}
