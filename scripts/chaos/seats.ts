import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Engine } from '#server/db/engine.ts'
import { RESOLD } from '#server/features/orders/refunds/reasons.ts'
import { recount } from '#server/jobs/recount.ts'
import { memoryLog } from '#server/testing/log.ts'

const LOOK_MS = 150

const issuedOf = (column: 'digital_ticket' | 'ticket_type') =>
  sql`(select count(*) from issued_ticket where ${sql.ref(`issued_ticket.${column}_id`)}
    = ${sql.ref(`${column}.id`)} and status in ('valid', 'used'))`
const companionsOf = (column: 'digital_ticket' | 'ticket_type') =>
  sql`(select count(*) from companion_seat
    inner join issued_ticket as leader on leader.id = companion_seat.leader_id
    where ${sql.ref(`leader.${column}_id`)} = ${sql.ref(`${column}.id`)}
    and companion_seat.state in ('open', 'admitted'))`

/** What is wrong if a query finds a row; true at every instant. Each is one statement, so it sees one moment. */
const NEVER: Record<string, RawBuilder<{ id: string }>> = {
  'more tickets than places': sql`select id from digital_ticket
    where ${issuedOf('digital_ticket')} + ${companionsOf('digital_ticket')} > capacity`,
  'more tickets than places of a type': sql`select id from ticket_type
    where ${issuedOf('ticket_type')} + ${companionsOf('ticket_type')} > capacity`,
  'more tickets than seats of an event': sql`select id from event where capacity <
    (select count(*) from entitlement where kind = 'event' and subject_id = event.id
    and status = 'valid')`,
  'more uses of a code than its limit': sql`select promotion_code.id from promotion_code
    inner join promotion on promotion.id = promotion_id where taken > promotion.seats`,
  'a ticket that was sold on is valid': sql`select resale.id from resale where outcome = 'sold'
    and (exists (select 1 from entitlement where entitlement.order_id = resale.order_id
    and status = 'valid') or exists (select 1 from issued_ticket
    where issued_ticket.order_id = resale.order_id and status in ('valid', 'used')))`,
  'a ticket that was sold on as another type, or at another price': sql`select resale.id
    from resale inner join "order" as before on before.id = resale.order_id
    inner join "order" as bought on bought.id = resale.sold_to where before.amount <> bought.amount
    or coalesce(before.ticket_type_id, '') <> coalesce(bought.ticket_type_id, '')`,
  'a ticket of a lottery that its holder did not win': sql`select issued_ticket.id
    from issued_ticket inner join lottery
    on lottery.digital_ticket_id = issued_ticket.digital_ticket_id
    where not exists (select 1 from seat_offer where drawn = 1 and user_id = holder_id
    and subject_id = issued_ticket.digital_ticket_id
    and seat_offer.ticket_type_id = issued_ticket.ticket_type_id)`,
  'two tickets of one person': sql`select min(id) as id from issued_ticket
    where status in ('valid', 'used') group by digital_ticket_id, holder_id having count(*) > 1`,
}

/** What is wrong with this query, by the rows that it finds. */
async function findAll({ read }: Engine, queries: Record<string, RawBuilder<{ id: string }>>) {
  const found: string[] = []
  for (const [problem, query] of Object.entries(queries))
    for (const { id } of (await query.execute(read)).rows) found.push(`${problem}: ${id}`)
  return found
}

/** Looks at the seats again and again. Returns the end of it, which tells what was ever wrong. */
export function watchSeats(engine: Engine): () => Promise<string[]> {
  const found = new Set<string>()
  let isOver = false
  async function watch() {
    while (!isOver) {
      for (const problem of await findAll(engine, NEVER)) found.add(problem)
      await pause(LOOK_MS)
    }
  }
  const end = watch()
  // Awaited at the end; an early failure must not skip the cleanup.
  end.catch(() => null)
  return async () => {
    isOver = true
    await end
    return [...found]
  }
}

const live = sql`leader.status in ('valid', 'used')`
/** Seats of a ticket's companions that did not end. */
const stands = sql`(select count(*) from companion_seat where leader_id = leader.id
  and state <> 'cancelled')`

/** True once nothing is left to do. */
const SETTLED: Record<string, RawBuilder<{ id: string }>> = {
  'a purchase without exactly its seats': sql`select "order".id from "order"
    inner join issued_ticket as leader on leader.order_id = "order".id
    where ${live} and ${stands} <> "order".seats - 1`,
  'a companion without a leader': sql`select leader.id from issued_ticket as leader
    where not (${live}) and ${stands} > 0`,
  'a companion’s ticket that is not their seat’s': sql`select issued_ticket.id from issued_ticket
    inner join companion_seat on companion_seat.ticket_id = issued_ticket.id
    where issued_ticket.status in ('valid', 'used') and companion_seat.state <> 'accepted'`,
  'a code that counts for no ticket, or does not for one': sql`select redemption.id
    from redemption where (released_at is null) <> exists (select 1 from issued_ticket
    where issued_ticket.order_id = redemption.order_id)`,
  'a seller of a ticket without exactly one refund': sql`select resale.id from resale
    where outcome = 'sold' and (select count(*) from refund where refund.order_id = resale.order_id
    and reason = ${RESOLD}) <> 1`,
}

/** Counters that differ from what they count, at every instant. Corrects them, as each night does. */
export async function lookAtCounters(engine: Engine): Promise<string[]> {
  const wrong = await recount({ engine, log: memoryLog() })
  return wrong.map(
    ({ table, column, id, was, is }) => `${table}.${column} of ${id}: ${was}, not ${is}`,
  )
}

/** What is wrong with seats, codes and sold tickets once nothing is left to do. */
export const lookAtSeats = async (engine: Engine): Promise<string[]> => [
  ...(await lookAtCounters(engine)),
  ...(await findAll(engine, { ...NEVER, ...SETTLED })),
]

/** What became of seats, codes and tickets that were given back. */
export async function countSeats({ read }: Engine): Promise<Record<string, number>> {
  const { rows } = await sql<{ what: string; count: number }>`
    select 'companions: ' || state as what, count(*) as count from companion_seat group by state
    union all select 'given back: ' || coalesce(outcome, 'listed'), count(*) from resale group by outcome
    union all select case when drawn = 1 then 'won: ' else 'offered: ' end || coalesce(outcome, 'open'),
      count(*) from seat_offer group by drawn, outcome
    union all select 'waited: ' || case when seats > 1 then 'group, ' else '' end || coalesce(outcome, 'open'),
      count(*) from waitlist group by seats > 1, outcome
    union all select case when released_at is null then 'codes used' else 'codes released' end, count(*)
      from redemption group by released_at is null`.execute(read)
  return Object.fromEntries(rows.map(({ what, count }) => [what, Number(count)]))
}
