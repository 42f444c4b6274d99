import { type RawBuilder, sql } from 'kysely'
import type { Id } from '#server/db/schema/types.ts'
import type { Db } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import type { Deps } from '#server/process/deps.ts'

const BATCH_SIZE = 500

interface Counter {
  table: 'room' | 'event' | 'thread' | 'user'
  column: string
  /** How many there are, for a row of `table`. */
  counted: RawBuilder<number>
  /** Whether the table takes that number. */
  fits?: RawBuilder<unknown>
}

const ALWAYS = sql`1 = 1`

const validTickets = sql<number>`(select count(*) from entitlement
  where kind = 'event' and subject_id = event.id and status = 'valid')`

const seats = sql<number>`(${validTickets} + (select count(*) from hold
  where kind = 'event' and subject_id = event.id and released_at is null))`

/** Every number that people see and that is kept beside what it counts. */
const counters: Counter[] = [
  {
    table: 'room',
    column: 'subscribers',
    counted: sql`(select count(*) from membership
      where room_id = room.id and status in ('active', 'past_due'))`,
  },
  { table: 'event', column: 'participants', counted: validTickets },
  { table: 'event', column: 'taken', counted: seats, fits: sql`${seats} <= capacity` },
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

export interface Difference {
  table: string
  column: string
  id: Id
  was: number
  is: number
  /** False where the right number is refused: more seats taken than there are. */
  mended: boolean
}

/** Counts everything again, mends what differs, and tells: each difference is a fault somewhere else. */
export async function recount({ engine, log }: Pick<Deps, 'engine' | 'log'>) {
  const differences: Difference[] = []
  for (const counter of counters) {
    for await (const id of suspects(engine.read, counter)) {
      const difference = await mend(engine.db, counter, id)
      if (difference === null) continue
      log.error(difference, 'a counter differed from what it counts')
      differences.push(difference)
    }
  }
  return differences
}

/** In pieces, by id: a long question would keep other readers waiting. */
async function* suspects(read: Db, { table, column, counted }: Counter): AsyncGenerator<Id> {
  const [from, kept] = [sql.table(table), sql.ref(column)]
  for (let last = ''; ; ) {
    const { rows } = await sql<{ id: Id; differs: 0 | 1 }>`
      select id, case when ${kept} = ${counted} then 0 else 1 end as differs
      from ${from} where id > ${last} order by id limit ${BATCH_SIZE}`.execute(read)
    for (const { id, differs } of rows) if (differs) yield id
    if (rows.length < BATCH_SIZE) return
    last = rows.at(-1)!.id
  }
}

/** Locks the row first, so that no cause is counted whose own change of the counter is still to come. */
async function mend(db: Deps['db'], counter: Counter, id: Id): Promise<Difference | null> {
  const { table, column, counted, fits = ALWAYS } = counter
  const [from, kept] = [sql.table(table), sql.ref(column)]
  return transact(db, async (tx) => {
    await sql`update ${from} set ${kept} = ${kept} where id = ${id}`.execute(tx)
    const { rows } = await sql<{ was: number; is: number; fits: 0 | 1 }>`
      select ${kept} as was, ${counted} as "is", case when ${fits} then 1 else 0 end as fits
      from ${from} where id = ${id}`.execute(tx)
    const [found] = rows
    if (found === undefined || found.was === found.is) return null
    if (found.fits) await sql`update ${from} set ${kept} = ${found.is} where id = ${id}`.execute(tx)
    return { table, column, id, was: found.was, is: found.is, mended: found.fits === 1 }
  })
}
