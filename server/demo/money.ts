import { createHash } from 'node:crypto'
import { defined } from '#contract/lib/defined.ts'
import { keysOf } from '#contract/lib/records.ts'
import { INITIAL_FEE_PERCENT } from '#contract/service-fee/limits.ts'
import { SITE_TITLE } from '#contract/shared/limits.ts'
import { platformFee } from '#contract/shared/rules.ts'
import type { Schema } from '#server/db/schema.ts'
import type { ReceiptBody } from '#server/features/orders/receipts/body.ts'
import { CALLED_OFF } from '#server/features/orders/refunds/reasons.ts'
import { sellerFactsOf } from '#server/features/payments/seller.ts'
import { type Book, DAY, HOUR, MINUTE } from './tables.ts'

type Order = Schema['order']
type Account = Schema['ledger_entry']['account']

interface Sale {
  buyerId: string
  sellerId: string
  kind: Order['kind']
  productId: string
  title: string
  /** Yen, of all seats. */
  amount: number
  /** 1 unless set. */
  seats?: number
  ticketTypeId?: string | null
  /** Of an event that is sold in two kinds. */
  liveOnly?: boolean | null
  /** An instant. */
  at: string
  /** `refunding`: requested by the owner, but not refunded yet. */
  state?: 'settled' | 'refunded' | 'refunding' | 'confirming' | 'failed'
}

const ORDER_STATE = {
  settled: 'settled',
  refunding: 'settled',
  refunded: 'refunded',
  confirming: 'open',
  failed: 'failed',
} as const
const ATTEMPT_STATE = {
  settled: 'succeeded',
  refunding: 'succeeded',
  refunded: 'succeeded',
  confirming: 'processing',
  failed: 'failed',
} as const

/** Most come by the network on which the owner posts most. */
const LINKS = ['x', null, 'x', 'instagram', null, 'x', 'line', null, 'instagram', null]
const linkOf = (book: Book) => LINKS[book.rows.order.length % LINKS.length] ?? null

/** The provider's fee of a charge. */
const providerFee = (amount: number) => Math.round(amount * 0.036)
export const later = (instant: string, ms: number) =>
  new Date(Date.parse(instant) + ms).toISOString()

/** Adds a purchase with its attempt, receipt and ledger entries. */
export function sell(book: Book, sale: Sale): Order {
  const { state = 'settled', amount, seats = 1, liveOnly = null, at } = sale
  const snapshot = JSON.stringify({ title: sale.title, amount, currency: 'jpy', quantity: seats })
  const settled = state !== 'confirming' && state !== 'failed'
  const order = book.add('order', {
    id: book.newId(),
    buyer_id: sale.buyerId,
    seller_id: sale.sellerId,
    kind: sale.kind,
    subject_id: sale.productId,
    ticket_type_id: sale.ticketTypeId ?? null,
    seats,
    live_only: liveOnly === null ? null : liveOnly ? 1 : 0,
    amount,
    state: ORDER_STATE[state],
    refunded_amount: state === 'refunded' ? amount : 0,
    snapshot,
    snapshot_hash: createHash('sha256').update(snapshot).digest('hex'),
    invoice_ref: null,
    created_at: at,
    settled_at: settled ? at : null,
    fee_percent: INITIAL_FEE_PERCENT,
    from_link: linkOf(book),
  })
  book.add('attempt', {
    id: book.newId(),
    order_id: order.id,
    n: 1,
    idempotency_key: `${order.id}-1-${amount}`,
    account_ref: accountOf(book, sale.sellerId),
    intent_ref: `pi_demo_${order.id}`,
    subscription_ref: null,
    state: ATTEMPT_STATE[state],
    error_code: state === 'failed' ? 'card_declined' : null,
    source: '',
    card: null,
    pay_until: null,
    voucher: null,
    unbooked_at: null,
    created_at: at,
    updated_at: at,
  })
  if (settled) addSale(book, order, sale.title)
  if (state === 'refunded') addRefund(book, order, sale.title)
  if (state === 'refunding')
    book.add('refund', {
      ...refundOf(book, order, book.ago(5 * HOUR)),
      state: 'open',
      done_at: null,
    })
  return order
}

const accountOf = (book: Book, sellerId: string) =>
  book.rows.seller_account.find(({ user_id }) => user_id === sellerId)?.account_ref ?? null

function addSale(book: Book, order: Order, title: string) {
  const [fee, provider] = [
    platformFee(order.amount, INITIAL_FEE_PERCENT),
    providerFee(order.amount),
  ]
  move(book, order, 'sale', settledAt(order), {
    buyer: -order.amount,
    seller: order.amount - fee - provider,
    platform_fee: fee,
    provider_fee: provider,
  })
  addReceipt(book, order, 'sale', title, settledAt(order))
}

const settledAt = ({ settled_at }: Order) => defined(settled_at, 'the time of the sale')

/** The platform refunds its fee, the provider does not. */
function addRefund(book: Book, order: Order, title: string) {
  const at = later(
    settledAt(order),
    Math.min(2 * DAY, (book.now - Date.parse(settledAt(order))) / 2),
  )
  const fee = platformFee(order.amount, INITIAL_FEE_PERCENT)
  move(book, order, 'refund', at, {
    buyer: order.amount,
    seller: fee - order.amount,
    platform_fee: -fee,
  })
  const { done_at } = book.add('refund', refundOf(book, order, at))
  addReceipt(book, order, 'return', title, done_at ?? at)
}

const refundOf = (book: Book, order: Order, at: string): Schema['refund'] => ({
  id: book.newId(),
  order_id: order.id,
  attempt_id: null,
  amount: order.amount,
  reason: CALLED_OFF,
  ends_right: 1,
  asked_by: null,
  state: 'done',
  transfer: null,
  refund_ref: `re_demo_${order.id}`,
  created_at: at,
  done_at: later(at, 3 * MINUTE),
})

function addReceipt(book: Book, order: Order, kind: 'sale' | 'return', title: string, at: string) {
  const number = `${kind === 'sale' ? 'R' : 'H'}${String(book.rows.receipt.length + 1).padStart(8, '0')}`
  const tax = Math.floor((order.amount * 10) / 110)
  const sale =
    kind === 'return'
      ? book.rows.receipt.findLast(({ order_id }) => order_id === order.id)
      : undefined
  const seller = book.rows.seller_account.find(({ user_id }) => user_id === order.seller_id)
  const invoice_number = seller?.invoice_number ?? null
  const facts = sellerFactsOf(seller)
  const known = defined(
    book.rows.user.find(({ id }) => id === order.seller_id),
    'the seller',
  ).display_name
  const body: ReceiptBody = {
    title,
    amount: order.amount,
    quantity: order.seats,
    tax_rate: 10,
    tax,
    method: 'クレジットカード利用',
    traded_at: at,
    seller: { name: (invoice_number && facts.name) || known, invoice_number },
    issuer: SITE_TITLE,
    ...(sale && { returns: { number: sale.number, issued_at: sale.issued_at } }),
  }
  book.add('receipt', {
    id: book.newId(),
    order_id: order.id,
    kind,
    number,
    body: JSON.stringify(body),
    addressee: null,
    issued_at: at,
  })
}

/** Adds the entries of a transaction in the seller's ledger, which sum to zero. */
export function move(
  book: Book,
  order: Pick<Order, 'seller_id'> & { id: string | null },
  kind: Schema['ledger_entry']['kind'],
  occurred_at: string,
  sides: Partial<Record<Account, number>>,
) {
  const movement_id = book.newId()
  for (const account of keysOf(sides))
    book.add('ledger_entry', {
      id: book.newId(),
      movement_id,
      account,
      owner_id: order.seller_id,
      order_id: order.id,
      kind,
      amount: sides[account] ?? 0,
      occurred_at,
      source_ref: null,
    })
}
