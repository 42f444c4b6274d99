import { type RawBuilder, sql } from 'kysely'
import { pagesOf } from '#server/db/page-window.ts'
import type { Id } from '#server/db/schema/types.ts'
import type { Db } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import type { Deps } from '#server/process/deps.ts'

const BATCH_SIZE = 500

interface Counter {
  table: 'room' | 'event' | 'digital_ticket' | 'ticket_type' | 'promotion_code' | 'thread' | 'user'
  column: string
  /** The correct number for a row of `table`. */
  counted: RawBuilder<number>
  /** Whether the table accepts that number. */
  fits?: RawBuilder<unknown>
}

const ALWAYS = sql`1 = 1`

const validTickets = sql<number>`(select count(*) from entitlement
  where kind = 'event' and subject_id = event.id and status = 'valid')`

const typedLine = sql`waitlist where ticket_type_id = ticket_type.id and closed_at is null`

const typedListings = sql<number>`(select count(*) from resale
  inner join "order" on "order".id = resale.order_id
  where "order".ticket_type_id = ticket_type.id and resale.closed_at is null)`

const listedOf = (table: 'event' | 'digital_ticket') =>
  sql<number>`(select count(*) from resale where kind = ${sql.lit(table)}
    and subject_id = ${sql.ref(`${table}.id`)} and closed_at is null)`

const seats = sql<number>`(${validTickets} + (select count(*) from hold
  where kind = 'event' and subject_id = event.id and released_at is null)
  + (select count(*) from seat_offer
  where kind = 'event' and subject_id = event.id and closed_at is null)
  - ${listedOf('event')})`

const lineOf = (table: 'event' | 'digital_ticket') =>
  sql<number>`(select count(*) from waitlist where kind = ${sql.lit(table)}
    and subject_id = ${sql.ref(`${table}.id`)} and closed_at is null)`

const typePlaces = sql<number>`((select count(*) from issued_ticket
  where ticket_type_id = ticket_type.id and status in ('valid', 'used'))
  + (select count(*) from companion_seat
  inner join issued_ticket as leader on leader.id = companion_seat.leader_id
  where leader.ticket_type_id = ticket_type.id and companion_seat.state in ('open', 'admitted'))
  + (select coalesce(sum("order".seats), 0) from hold
  inner join "order" on "order".id = hold.order_id
  where "order".ticket_type_id = ticket_type.id and hold.released_at is null)
  + (select coalesce(sum(seats), 0) from seat_offer
  where ticket_type_id = ticket_type.id and closed_at is null)
  + (select coalesce(sum(gathered), 0) from ${typedLine}) - ${typedListings})`

/** Seats of an entry ticket: valid tickets, those of companions that were not handed over, and reserved ones. */
const entrySeats = sql<number>`((select count(*) from issued_ticket
  where digital_ticket_id = digital_ticket.id and status in ('valid', 'used'))
  + (select count(*) from companion_seat
  where digital_ticket_id = digital_ticket.id and state in ('open', 'admitted'))
  + (select coalesce(sum("order".seats), 0) from hold
  inner join "order" on "order".id = hold.order_id
  where hold.kind = 'digital_ticket' and hold.subject_id = digital_ticket.id
  and hold.released_at is null)
  + (select coalesce(sum(seats), 0) from seat_offer
  where kind = 'digital_ticket' and subject_id = digital_ticket.id and closed_at is null)
  + (select coalesce(sum(gathered), 0) from waitlist
  where kind = 'digital_ticket' and subject_id = digital_ticket.id and closed_at is null)
  - ${listedOf('digital_ticket')})`

/** All visible counters that are stored redundantly. */
const counters: Counter[] = [
  {
    table: 'room',
    column: 'subscribers',
    counted: sql`(select count(*) from membership
      where room_id = room.id and status in ('active', 'past_due'))`,
  },
  { table: 'event', column: 'participants', counted: validTickets },
  { table: 'event', column: 'taken', counted: seats, fits: sql`${seats} <= capacity` },
  { table: 'event', column: 'waiting', counted: lineOf('event') },
  { table: 'digital_ticket', column: 'waiting', counted: lineOf('digital_ticket') },
  { table: 'event', column: 'listed', counted: listedOf('event') },
  {
    table: 'ticket_type',
    column: 'taken',
    counted: typePlaces,
    fits: sql`(capacity is null or ${typePlaces} <= capacity)`,
  },
  {
    table: 'ticket_type',
    column: 'waiting',
    counted: sql`(select count(*) from ${typedLine})`,
  },
  { table: 'ticket_type', column: 'listed', counted: typedListings },
  {
    table: 'promotion_code',
    column: 'taken',
    counted: sql`(select coalesce(sum(seats), 0) from redemption
      where code_id = promotion_code.id and released_at is null)`,
  },
  { table: 'digital_ticket', column: 'listed', counted: listedOf('digital_ticket') },
  {
    table: 'digital_ticket',
    column: 'taken',
    counted: entrySeats,
    fits: sql`${entrySeats} <= capacity`,
  },
  {
    table: 'thread',
    column: 'comments',
    counted: sql`(select count(*) from comment
      where thread_id = thread.id and hidden_by is null)`,
  },
  {
    table: 'thread',
    column: 'reactions',
    counted: sql`(select count(*) from reaction where thread_id = thread.id)`,
  },
  {
    table: 'user',
    column: 'followers',
    counted: sql`(select count(*) from follow where followee_id = "user".id)`,
  },
  {
    table: 'user',
    column: 'following',
    counted: sql`(select count(*) from follow where follower_id = "user".id)`,
  },
  {
    table: 'user',
    column: 'unread_messages',
    counted: sql`(select coalesce(sum(unread), 0) from conversation_member
      where user_id = "user".id)`,
  },
]

export interface CountDifference {
  table: string
  column: string
  id: Id
  was: number
  is: number
  /** False if the correct number is refused: more seats taken than there are. */
  mended: boolean
}

/** Recounts everything, corrects wrong counters and logs them: each difference is a bug elsewhere. */
export async function recount({ engine, log }: Pick<Deps, 'engine' | 'log'>) {
  const differences: CountDifference[] = []
  for (const counter of counters) {
    for await (const id of suspects(engine.read, counter)) {
      const difference = await mend(engine.db, counter, id)
      if (difference === null) continue
      log.error(difference, 'a counter differed from the rows that it counts')
      differences.push(difference)
    }
  }
  return differences
}

/** In batches by id: a long query would block other readers. */
async function* suspects(read: Db, { table, column, counted }: Counter): AsyncGenerator<Id> {
  const [from, counterColumn] = [sql.table(table), sql.ref(column)]
  const list = async (last: string) => {
    const { rows } = await sql<{ id: Id; differs: 0 | 1 }>`
      select id, case when ${counterColumn} = ${counted} then 0 else 1 end as differs
      from ${from} where id > ${last} order by id limit ${BATCH_SIZE}`.execute(read)
    return rows
  }
  for await (const rows of pagesOf(BATCH_SIZE, list, ({ id }) => id))
    for (const { id, differs } of rows) if (differs) yield id
}

/** Locks the row first, so that no row is counted whose transaction has yet to change the counter. */
async function mend(db: Deps['db'], counter: Counter, id: Id): Promise<CountDifference | null> {
  const { table, column, counted, fits = ALWAYS } = counter
  const [from, counterColumn] = [sql.table(table), sql.ref(column)]
  return transact(db, async (tx) => {
    await sql`update ${from} set ${counterColumn} = ${counterColumn} where id = ${id}`.execute(tx)
    const { rows } = await sql<{ was: number; is: number; fits: 0 | 1 }>`
      select ${counterColumn} as was, ${counted} as "is", case when ${fits} then 1 else 0 end as fits
      from ${from} where id = ${id}`.execute(tx)
    const [found] = rows
    if (found === undefined || found.was === found.is) return null
    if (found.fits)
      await sql`update ${from} set ${counterColumn} = ${found.is} where id = ${id}`.execute(tx)
    return { table, column, id, was: found.was, is: found.is, mended: found.fits === 1 }
  })
}
