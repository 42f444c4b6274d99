import Sqlite from 'better-sqlite3'
import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listSubscribed } from '#server/features/rooms/queries.ts'
import { purge } from '#server/jobs/purge.ts'
import { makeEvent, makeMember, makeRoom, makeUser } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const ROOMS = 60
const EVENTS_EACH = 50

interface Plan {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}
/** Rows of `event` that a plan reads. */
const eventsIn = (plan: Plan): number => {
  const own = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
  const below = (plan.Plans ?? []).map(eventsIn).reduce((sum, rows) => sum + rows, 0)
  return (plan['Relation Name'] === 'event' ? own : 0) + below
}

describe.each(databaseNames)('query planner statistics on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await makeUser(world, 'fan')
    for (let n = 0; n < ROOMS; n++) {
      const { id } = await makeRoom(world, `owner${n}`)
      if (n < 3) await makeMember(world, id, 'fan')
    }
    const row = await makeEvent(world, 'room-owner0', { status: 'published', publishment_flg: 1 })
    const columns = Object.keys(row).filter((name) => name !== 'id' && name !== 'room_id')
    const same = sql.join(columns.map((name) => sql.ref(name)))
    const copied = sql.join(columns.map((name) => sql.ref(`event.${name}`)))
    await sql`
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${EVENTS_EACH})
      insert into event (id, room_id, ${same})
      select room.id || '-' || n, room.id, ${copied}
      from numbers cross join room cross join (select * from event limit 1) as event`.execute(
      world.db,
    )
  })
  afterEach(() => world.close())

  /**
   * Access to `event` by the query of a member's rooms: the access path on SQLite, the number of rows on PostgreSQL.
   */
  async function looked(): Promise<string | number> {
    const spy =
      database === 'sqlite'
        ? vi.spyOn(Sqlite.prototype, 'prepare')
        : vi.spyOn(pg.Client.prototype, 'query')
    await listSubscribed(world.db, 'fan', { limit: 10, offset: 0 })
    const calls = spy.mock.calls as unknown as [text: string, values?: unknown[]][]
    spy.mockRestore()
    const [text, values] = calls.find(([statement]) => statement.includes('on_air'))!
    if (database === 'sqlite') {
      const blanks = text
        .split('?')
        .slice(1)
        .map(() => null)
      const { rows } = await world.db.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${text}`, blanks),
      )
      return rows.map(({ detail }) => detail).find((detail) => / event /.test(detail))!
    }
    const { rows } = await world.db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      CompiledQuery.raw(`explain (analyze, format json) ${text}`, values),
    )
    return eventsIn(rows[0]!['QUERY PLAN'][0].Plan)
  }

  it('prevent a scan of all events in a query for one member', async () => {
    await world.engine.gatherStatistics()
    const tables = await looked()
    if (database === 'sqlite') expect(tables).toContain('event_room (room_id=?')
    else expect(tables).toBeLessThanOrEqual(4 * EVENTS_EACH)
  })

  it('are gathered for every table with rows, also by the hourly job', async () => {
    await purge(world.deps)
    const { rows } = await sql<{ name: string }>`${
      database === 'sqlite'
        ? sql`select distinct tbl as name from sqlite_stat1`
        : sql`select relname as name from pg_class
            where reltuples > 0 and relnamespace = current_schema()::regnamespace`
    }`.execute(world.db)
    const names = rows.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['event', 'room', 'user', 'membership']))
  })
})
