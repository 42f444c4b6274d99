import { entryOf } from '#contract/lib/defined.ts'
import type { Selling } from './issued-tickets.ts'
import { readersOf } from './members.ts'
import type { DemoPerson } from './people.ts'
import type { DemoLinePlan } from './plans/ticket-plans.ts'
import { type Book, HOUR } from './tables.ts'

/** The hours between two people who join the line. */
const APART = 5

/** Adds the people who wait for a seat: members of the room who have none. */
export function addLine(
  book: Book,
  { ticket, types, room }: Selling,
  plan: DemoLinePlan,
  people: Map<string, DemoPerson>,
) {
  const type = types.find(({ name }) => name === plan.type) ?? null
  const fans = plan.fans.map((name) => entryOf(people, name).id)
  const holders = new Set(
    book.rows.issued_ticket
      .filter(({ digital_ticket_id }) => digital_ticket_id === ticket.id)
      .map(({ holder_id }) => holder_id),
  )
  const others = readersOf(book, room).filter((id) => !holders.has(id) && !fans.includes(id))
  const line = [...book.some(others, plan.people - fans.length), ...fans]
  for (const [nth, user_id] of line.entries())
    book.add('waitlist', {
      ...{ id: book.newId(), user_id, kind: 'digital_ticket', subject_id: ticket.id },
      ...{ ticket_type_id: type?.id ?? null, seq: nth + 1, seats: 1, passed: 0, gathered: 0 },
      created_at: book.ago((line.length - nth) * APART * HOUR),
      ...{ closed_at: null, outcome: null },
    })
  ticket.waiting = line.length
  if (type) type.waiting = line.length
}
