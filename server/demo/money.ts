import { createHash } from 'node:crypto'
import { platformFee } from '#contract/rules.ts'
import type { Schema } from '#server/db/schema.ts'
import type { SellerFacts } from '#server/features/payments/seller.ts'
import { type Book, DAY, HOUR, MINUTE } from './book.ts'
import type { Person } from './people.ts'

type Order = Schema['order']
type Account = Schema['ledger_entry']['account']

interface Sale {
  buyerId: string
  sellerId: string
  kind: Order['kind']
  subjectId: string
  title: string
  amount: number
  /** An instant. */
  at: string
  /** `refunding`: taken back by the owner, the money not yet on its way. */
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

/** What the provider keeps of a charge. */
const providerFee = (amount: number) => Math.round(amount * 0.036)
const later = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString()

/** One purchase with all that it leaves behind: try, receipt, both sides of the ledger. */
export function sell(book: Book, sale: Sale): Order {
  const { state = 'settled', amount, at } = sale
  const snapshot = JSON.stringify({ title: sale.title, amount, currency: 'jpy', quantity: 1 })
  const settled = state !== 'confirming' && state !== 'failed'
  const order = book.add('order', {
    id: book.newId(),
    buyer_id: sale.buyerId,
    seller_id: sale.sellerId,
    kind: sale.kind,
    subject_id: sale.subjectId,
    amount,
    state: ORDER_STATE[state],
    refunded_amount: state === 'refunded' ? amount : 0,
    snapshot,
    snapshot_hash: createHash('sha256').update(snapshot).digest('hex'),
    created_at: at,
    settled_at: settled ? at : null,
  })
  book.add('attempt', {
    id: book.newId(),
    order_id: order.id,
    n: 1,
    idempotency_key: `${order.id}-1-${amount}`,
    intent_ref: `pi_demo_${order.id}`,
    subscription_ref: null,
    state: ATTEMPT_STATE[state],
    error_code: state === 'failed' ? 'card_declined' : null,
    created_at: at,
    updated_at: at,
  })
  if (settled) addSale(book, order, sale.title)
  if (state === 'refunded') addRefund(book, order, sale.title)
  if (state === 'refunding')
    book.add('refund', { ...refundOf(book, order, book.ago(5 * HOUR)), state: 'open', done_at: null })
  return order
}

function addSale(book: Book, order: Order, title: string) {
  const [fee, provider] = [platformFee(order.amount), providerFee(order.amount)]
  move(book, order, 'sale', order.settled_at!, {
    buyer: -order.amount,
    seller: order.amount - fee - provider,
    platform_fee: fee,
    provider_fee: provider,
  })
  addReceipt(book, order, 'sale', title, order.settled_at!)
}

/** The platform gives its fee back, the provider does not. */
function addRefund(book: Book, order: Order, title: string) {
  const at = later(order.settled_at!, Math.min(2 * DAY, (book.now - Date.parse(order.settled_at!)) / 2))
  const fee = platformFee(order.amount)
  move(book, order, 'refund', at, {
    buyer: order.amount,
    seller: fee - order.amount,
    platform_fee: -fee,
  })
  book.add('refund', refundOf(book, order, at))
  addReceipt(book, order, 'return', title, at)
}

const refundOf = (book: Book, order: Order, at: string): Schema['refund'] => ({
  id: book.newId(),
  order_id: order.id,
  amount: order.amount,
  reason: 'event_cancelled',
  state: 'done',
  refund_ref: `re_demo_${order.id}`,
  created_at: at,
  done_at: later(at, 3 * MINUTE),
})

function addReceipt(book: Book, order: Order, kind: 'sale' | 'return', title: string, at: string) {
  const number = `${kind === 'sale' ? 'R' : 'H'}${String(book.rows.receipt.length + 1).padStart(8, '0')}`
  const tax = Math.floor((order.amount * 10) / 110)
  book.add('receipt', {
    id: book.newId(),
    order_id: order.id,
    kind,
    number,
    body: JSON.stringify({ title, amount: order.amount, tax_rate: 10, tax, method: 'クレジットカード' }),
    issued_at: at,
  })
}

/** The sides of a movement, which sum to zero; all in the seller's books. */
function move(
  book: Book,
  order: Pick<Order, 'seller_id'> & { id: string | null },
  kind: Schema['ledger_entry']['kind'],
  occurred_at: string,
  sides: Partial<Record<Account, number>>,
) {
  const movement_id = book.newId()
  for (const [account, amount] of Object.entries(sides))
    book.add('ledger_entry', {
      id: book.newId(),
      movement_id,
      account: account as Account,
      owner_id: order.seller_id,
      order_id: order.id,
      kind,
      amount,
      occurred_at,
    })
}

/** Membership money on the provider's rhythm; ticket money waits until its event is over for long enough. */
export function addPayouts(book: Book, owner: Person) {
  const rooms = new Set(book.rows.order.filter(({ kind }) => kind === 'room').map(({ id }) => id))
  const earned = book.rows.ledger_entry.filter(
    ({ account, owner_id, order_id }) =>
      account === 'seller' && owner_id === owner.id && order_id !== null && rooms.has(order_id),
  )
  const weeks = [
    { from: 62, to: 44, state: 'paid' },
    { from: 44, to: 30, state: 'paid' },
    { from: 30, to: 16, state: 'paid' },
    { from: 16, to: 5, state: 'in_transit' },
  ] as const
  for (const { from, to, state } of weeks) {
    const between = earned.filter(
      ({ occurred_at }) => occurred_at >= book.ago(from * DAY) && occurred_at < book.ago(to * DAY),
    )
    const amount = between.reduce((sum, entry) => sum + entry.amount, 0)
    if (amount <= 0) continue
    const created_at = book.ago((to - 2) * DAY)
    const id = book.newId()
    const arrived_at = state === 'paid' ? book.ago((to - 4) * DAY) : null
    book.add('payout', { id, owner_id: owner.id, payout_ref: `po_demo_${id}`, amount, state, created_at, arrived_at })
    move(book, { id: null, seller_id: owner.id }, 'payout', created_at, { seller: -amount, payout: amount })
  }
}

const SELLERS: Record<string, Partial<Schema['seller_account']> & { facts?: Partial<SellerFacts> }> = {
  aoi: { state: 'ready', facts: { name: '藍川 葵' } },
  hinata: { state: 'ready' },
  yukie: {
    state: 'ready',
    invoice_number: 'T1234567890123',
    facts: {
      ...{ name: '森田食品工房', address: '北海道旭川市1条通1-1', phone: '0166-00-0000' },
      disclosed: true,
    },
  },
  tabi: { state: 'ready' },
  shima_books: { state: 'ready' },
  sanshoya: { state: 'ready' },
  nekonote: { state: 'ready' },
  film_bu: { state: 'review', reasons: JSON.stringify(['本人確認の書類を確認しています。']) },
  ito: { state: 'ready' },
  sae: {
    state: 'more_needed',
    reasons: JSON.stringify(['本人確認の書類をあと1点、12月10日までにお送りください。']),
  },
  mouke: {
    state: 'blocked',
    reasons: JSON.stringify(['利用規約に反する販売が確認されたため、停止しています。']),
  },
  akari: { state: 'none' },
}

export function addSellers(book: Book, people: Map<string, Person>) {
  for (const [name, { facts, ...account }] of Object.entries(SELLERS)) {
    const { id, display_name } = people.get(name)!
    const sells = account.state === 'ready' || account.state === 'more_needed'
    book.add('seller_account', {
      user_id: id,
      account_ref: account.state === 'none' ? null : `acct_demo_${name}`,
      state: 'ready',
      reasons: '[]',
      charges_enabled: sells ? 1 : 0,
      jcb_payments: name === 'yukie' ? 1 : 0,
      invoice_number: null,
      updated_at: book.ago(20 * DAY),
      ...account,
      seller: JSON.stringify({
        ...{ name: display_name, address: '', phone: '', disclosed: false },
        email: `${name}@example.com`,
        ...facts,
      } satisfies SellerFacts),
    })
  }
}

export function addCards(book: Book, people: Map<string, Person>) {
  const cards = [
    { name: 'haru', brand: 'visa', last4: '4242', exp_year: 4, main: 1 as const },
    { name: 'haru', brand: 'mastercard', last4: '4444', exp_year: 2, main: 0 as const },
    { name: 'aoi', brand: 'amex', last4: '0005', exp_year: 3, main: 1 as const },
  ]
  for (const name of ['haru', 'aoi'])
    book.add('customer', { user_id: people.get(name)!.id, customer_ref: `cus_demo_${name}` })
  for (const [n, { name, exp_year, ...card }] of cards.entries())
    book.add('saved_card', {
      id: book.newId(),
      user_id: people.get(name)!.id,
      method_ref: `pm_demo_${n + 1}`,
      ...card,
      exp_month: 3 + n * 4,
      exp_year: new Date(book.now).getUTCFullYear() + exp_year,
      created_at: book.ago((200 - n * 30) * DAY),
    })
}
