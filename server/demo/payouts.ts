import { HELD_AFTER_EVENT_DAYS } from '#contract/payouts/limits.ts'
import { later, move } from './money.ts'
import type { DemoPerson } from './people.ts'
import { type Book, DAY } from './tables.ts'

/** When an order's revenue can be paid out: at once for a membership, after the event for a ticket. */
function releases({ rows }: Book): Map<string, string> {
  const over = new Map<string, string>()
  for (const { id, end_at } of rows.event) over.set(id, end_at)
  for (const { id, valid_until } of rows.digital_ticket) over.set(id, valid_until)
  return new Map(
    rows.order.map(({ id, subject_id, created_at }) => {
      const end = over.get(subject_id)
      return [id, end ? later(end, HELD_AFTER_EVENT_DAYS * DAY) : created_at]
    }),
  )
}

const PAYOUTS = [
  { from: 62, to: 44, state: 'paid' },
  { from: 44, to: 30, state: 'paid' },
  { from: 30, to: 16, state: 'paid' },
  { from: 16, to: 5, state: 'in_transit' },
] as const

/** Payouts of the last weeks, completed or in transit. */
export function addPayouts(book: Book, owner: DemoPerson) {
  const free = releases(book)
  const earned = book.rows.ledger_entry
    .filter(({ account, owner_id }) => account === 'seller' && owner_id === owner.id)
    .map(({ amount, order_id }) => ({ amount, free: free.get(order_id ?? '') ?? '' }))
  for (const { from, to, state } of PAYOUTS) {
    const [since, until] = [book.ago(from * DAY), book.ago(to * DAY)]
    const amount = earned.reduce(
      (sum, entry) => (entry.free >= since && entry.free < until ? sum + entry.amount : sum),
      0,
    )
    if (amount <= 0) continue
    const id = book.newId()
    const created_at = book.ago((to - 2) * DAY)
    const arrived_at = state === 'paid' ? book.ago((to - 4) * DAY) : null
    book.add('payout', {
      id,
      owner_id: owner.id,
      payout_ref: `po_demo_${id}`,
      amount,
      state,
      created_at,
      arrived_at,
      failure: null,
    })
    const sides = { seller: -amount, payout: amount }
    move(book, { id: null, seller_id: owner.id }, 'payout', created_at, sides)
  }
}
