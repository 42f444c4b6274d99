import Sqlite from 'better-sqlite3'
import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { urlOf } from '#contract/caller.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as contract from '#contract/index.ts'
import type { Db } from '#server/db/schema.ts'
import { recurringJobs } from '#server/jobs/index.ts'
import { type DatabaseName, databaseNames } from '#server/testing/names.ts'
import { ASKS } from '#server/testing/rights/asks.ts'
import { openCast, THINGS } from '#server/testing/rights/cast.ts'
import type { World } from '#server/testing/world.ts'

const reading = Object.entries(contract).flatMap(([word, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>)
    .filter(([, { method }]) => method === 'GET')
    .map(([name, endpoint]) => ({ name: `${word}.${name}`, endpoint })),
)

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
}
type Asked = Map<string, unknown[]>
interface Side {
  /** Notes what is asked from now on; what it returns ends that, and says it. */
  listen: () => () => Asked
  /** Plans from here on as on a large site: this one's few rows would say that a whole table costs nothing. */
  grow: (db: Db) => Promise<unknown>
  /** The tables of which every row is read. */
  wholeTables: (db: Db, text: string, values: unknown[]) => Promise<string[]>
}

const scanned = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name']!] : []),
  ...(plan.Plans ?? []).flatMap(scanned),
]
/** How a plan looks does not hang on them. */
const blanks = (text: string) => Array<null>(text.split('?').length - 1).fill(null)
const finds = (text: string) => /^\s*(select|with|update|delete)/i.test(text)

/** Rows of each table of a large site. */
const LARGE = 1_000_000
/** Some rows, however large the site is. */
const SMALL = ['feature_switch', 'news', 'ng_word', 'broadcast', 'push_key', 'job', 'platform_fee']

const sides: Record<DatabaseName, Side> = {
  postgres: {
    listen() {
      const query = vi.spyOn(pg.Client.prototype, 'query')
      return () => {
        const calls = query.mock.calls as unknown as [string, unknown[]][]
        query.mockRestore()
        return new Map(calls.filter(([text]) => finds(text)))
      }
    },
    async grow() {}, // see below
    // A planner that avoids whole tables reads one only where no index leads to what is asked.
    wholeTables: (db, text, values) =>
      db.transaction().execute(async (tx) => {
        await sql`set local enable_seqscan = off`.execute(tx)
        const explained = await tx.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
          CompiledQuery.raw(`explain (format json) ${text}`, values),
        )
        const [{ Plan }] = explained.rows[0]!['QUERY PLAN']
        return scanned(Plan)
      }),
  },
  sqlite: {
    // Each statement is prepared once: it is looked at where it is first asked.
    listen() {
      const prepare = vi.spyOn(Sqlite.prototype, 'prepare')
      return () => {
        const { calls } = prepare.mock
        prepare.mockRestore()
        return new Map(calls.filter(([text]) => finds(text)).map(([text]) => [text, blanks(text)]))
      }
    },
    async grow(db) {
      await sql`analyze`.execute(db)
      await sql`delete from sqlite_stat4`.execute(db)
      await sql`delete from sqlite_stat1`.execute(db)
      const { rows } = await sql<{
        tbl: string
        idx: string
        columns: number
        unique: 0 | 1
        partial: 0 | 1
      }>`
        select made.name as tbl, listed.name as idx, listed."unique" as "unique", listed.partial as partial,
          (select count(*) from pragma_index_info(listed.name)) as columns
        from sqlite_schema as made, pragma_index_list(made.name) as listed
        where made.type = 'table' and made.name not like 'search_index%'`.execute(db)
      for (const { tbl, idx, columns, unique, partial } of rows) {
        const total = SMALL.includes(tbl) ? 10 : partial ? LARGE / 100 : LARGE
        // Each column leaves a thousandth of what the one before it left.
        const left = Array.from({ length: columns }, (_, n) =>
          unique && n === columns - 1 ? 1 : Math.max(1, Math.floor(total / 1000 ** (n + 1))),
        )
        await sql`insert into sqlite_stat1 values (${tbl}, ${idx}, ${[total, ...left].join(' ')})`.execute(
          db,
        )
      }
      await sql`analyze sqlite_schema`.execute(db)
    },
    async wholeTables(db, text, values) {
      const { rows } = await db.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${text}`, values),
      )
      return rows.flatMap(({ detail }) => /^SCAN (\w+)$/.exec(detail)?.[1] ?? [])
    },
  },
}

/** What a query itself made: a page of rows. */
const MADE = ['chosen', 'both_sides', 'movement']
/** Operators' own pages count, sum up and list everything; a few people ask for them. */
const OPERATORS: Record<string, string[]> = {
  'operatorDisclosures.listDisclosures': ['request'],
  'operatorMachinery.getHealth': ['outbox'],
  'operatorMachinery.listFailedWork': ['outbox'],
  'operatorMoney.getBooks': ['ledger_entry', 'order', 'payout'],
  'operatorMoney.listPayments': ['order'],
  'operatorOverview.getOverview': [
    'disclosure_request',
    'user',
    'room',
    'report',
    'refund',
    'ledger_entry',
  ],
  'operatorPeople.listPeople': ['user'],
  'operatorReports.listReports': ['report'],
}

describe.each(databaseNames)('what is read on %s', (database) => {
  const { listen, grow, wholeTables } = sides[database]
  let world: World
  let questions = 0
  beforeAll(async () => {
    world = await openCast(database)
    await grow(world.db)
  })
  afterAll(() => world.close())

  it.each(reading)('$name finds what it wants along an index', async ({ name, endpoint }) => {
    const asking = ASKS[name]!
    const ask = typeof asking === 'function' ? asking(THINGS.own) : asking
    const stop = listen()
    for (const user of [null, 'fan', 'aoi', 'admin']) {
      const headers = new Headers()
      if (user) headers.set('authorization', `Bearer ${await world.tokenOf(user)}`)
      await world.fetch(urlOf(endpoint, ask as never), { headers })
    }
    const asked = stop()
    questions += asked.size
    const few = [...SMALL, ...MADE, ...(OPERATORS[name] ?? [])]
    const walked: string[] = []
    for (const [text, values] of asked)
      for (const table of await wholeTables(world.db, text, values))
        if (!few.includes(table)) walked.push(`${table}: ${text}`)
    expect(walked).toEqual([])
  })

  it('jobs find what they want along an index', async () => {
    await world.media.put('public/room/lost.webp', new Uint8Array(3))
    await world.media.put('members/thread/lost.webp', new Uint8Array(3))
    const walked: Record<string, string[]> = {}
    for (const { name, run } of recurringJobs(world.deps, world)) {
      const stop = listen()
      await run(new AbortController().signal)
      const asked = stop()
      // One of them gathers statistics of this small site.
      await grow(world.db)
      for (const [text, values] of asked)
        for (const table of await wholeTables(world.db, text, values))
          if (!SMALL.includes(table)) (walked[name] ??= []).push(`${table}: ${text}`)
    }
    expect(walked).toEqual({})
  })

  it('was asked', () => {
    expect(questions).toBeGreaterThan(reading.length)
  })
})
