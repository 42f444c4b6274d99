import Sqlite from 'better-sqlite3'
import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { urlOf } from '#contract/http/caller.ts'
import type { Endpoint } from '#contract/http/endpoint.ts'
import * as contract from '#contract/index.ts'
import type { Db } from '#server/db/schema.ts'
import { recurringJobs } from '#server/jobs/index.ts'
import { type DatabaseName, databaseNames } from '#server/testing/names.ts'
import { ASKS, type Ask } from '#server/testing/rights/asks.ts'
import { createCast, OBJECTS } from '#server/testing/rights/cast.ts'
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
type Statements = Map<string, unknown[]>
interface Side {
  /** Records statements until the returned function is called, which returns them. */
  listen: () => () => Statements
  /** Makes the planner assume a large site: with few rows it would prefer full scans. */
  grow: (db: Db) => Promise<unknown>
  /** Tables with a full scan in the plan. */
  fullScans: (db: Db, text: string, values: unknown[]) => Promise<string[]>
}

const scanned = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name']!] : []),
  ...(plan.Plans ?? []).flatMap(scanned),
]
/** The plan does not depend on the values. */
const blanks = (text: string) => Array<null>(text.split('?').length - 1).fill(null)
const finds = (text: string) => /^\s*(select|with|update|delete)/i.test(text)

/** Assumed rows per table. */
const LARGE = 1_000_000
/** Tables that stay small on a large site. */
const SMALL = [
  ...['feature_switch', 'news', 'ng_word', 'push_key', 'job', 'platform_fee'],
  ...['broadcast', 'caption'], // Only of archives that are open.
]

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
    async grow() {}, // Done in `fullScans`.
    // With sequential scans discouraged, a full scan remains only where no index fits.
    fullScans: (db, text, values) =>
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
    // Each statement is prepared once, at its first use.
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
        // Each column is assumed to reduce the rows to a thousandth.
        const left = Array.from({ length: columns }, (_, n) =>
          unique && n === columns - 1 ? 1 : Math.max(1, Math.floor(total / 1000 ** (n + 1))),
        )
        await sql`insert into sqlite_stat1 values (${tbl}, ${idx}, ${[total, ...left].join(' ')})`.execute(
          db,
        )
      }
      await sql`analyze sqlite_schema`.execute(db)
    },
    async fullScans(db, text, values) {
      const { rows } = await db.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${text}`, values),
      )
      return rows.flatMap(({ detail }) => /^SCAN (\w+)$/.exec(detail)?.[1] ?? [])
    },
  },
}

/** Derived tables of a page of rows. */
const MADE = ['chosen', 'both_sides', 'movement', 'counted']
/** All filters of a search of books. */
const SEARCHED: Ask[] = [
  { query: { from: '2026-01-01', to: '2026-12-31', min: '1', max: '9999', q: '夜' } },
]
/** Queries of a list that read other tables than it does without. */
const NARROWED: Record<string, Ask[]> = {
  'orders.listPayments': SEARCHED,
  'orders.listSales': SEARCHED,
  'orders.listRefunds': SEARCHED,
  'orders.listSaleRefunds': SEARCHED,
  'payouts.listPayoutRecords': SEARCHED,
  'payouts.listFeeInvoices': SEARCHED,
  'operatorMoney.listPayments': SEARCHED,
  'operatorMoney.listRefundRecords': SEARCHED,
  'operatorMoney.listPayouts': SEARCHED,
  'operatorMoney.listFeeInvoices': SEARCHED,
  'rooms.listRooms': [{ query: { tag: '朗読' } }, { query: { tag: '朗読', search: '夜' } }],
  'events.listEvents': [{ query: { tag: '朗読' } }, { query: { tag: '朗読', search: '夜' } }],
}
const sorted = (texts: string[], numbers: string[] = []): Ask['query'][] =>
  [...texts, ...numbers].flatMap((column) => {
    const value = numbers.includes(column) ? 0 : ''
    return [{ sort: column }, { after: JSON.stringify([`-${column}`, value, '']) }]
  })
/** Lists in each of their orders, and continued. */
const SORTED: Record<string, Ask['query'][]> = {
  'rooms.listMembers': sorted(['joined', 'name', 'status', 'left']),
  'door.listHolders': sorted(['name', 'status', 'used'], ['number', 'amount']),
  'orders.listSales': sorted(['paid', 'buyer', 'product'], ['amount']),
  'orders.listRefunds': sorted(['day']),
  'orders.listSaleRefunds': sorted(['day']),
  'payouts.listPayoutRecords': sorted(['day']),
  'payouts.listFeeInvoices': sorted(['day']),
  'operatorMoney.listPayments': sorted(['day']),
  'operatorMoney.listRefundRecords': sorted(['day']),
  'operatorMoney.listPayouts': sorted(['day']),
  'operatorMoney.listFeeInvoices': sorted(['day']),
}
/** Admin pages may scan: they count and list everything, for a few operators. */
const OPERATORS: Record<string, string[]> = {
  'operatorDisclosures.listDisclosures': ['request'],
  'operatorSystem.getHealth': ['outbox'],
  'operatorSystem.listFailedWork': ['outbox'],
  'operatorMoney.getBooks': ['ledger_entry', 'order', 'payout'],
  'operatorMoney.listPayments': ['room', 'event', 'digital_ticket'],
  'operatorMoney.listRefundRecords': ['room', 'event', 'digital_ticket'],
  'operatorOverview.getOverview': [
    'outbox',
    'disclosure_request',
    'user',
    'room',
    'report',
    'refund',
    'ledger_entry',
  ],
  'operatorPeople.listPeople': ['user'],
  'operatorQueue.listTasks': ['report', 'disclosure_request', 'outbox', 'refund', 'waiting'],
  'operatorReports.listReports': ['report'],
}

describe.each(databaseNames)('queries on %s', (database) => {
  const { listen, grow, fullScans } = sides[database]
  let world: World
  let questions = 0
  beforeAll(async () => {
    world = await createCast(database)
    await grow(world.db)
  })
  afterAll(() => world.close())

  it.each(reading)('$name uses an index', async ({ name, endpoint }) => {
    const asking = ASKS[name]!
    const ask = typeof asking === 'function' ? asking(OBJECTS.own) : asking
    const asks = [
      ask,
      ...(NARROWED[name] ?? []),
      ...(SORTED[name] ?? []).map((query) => ({ ...ask, query })),
    ]
    const stop = listen()
    for (const user of [null, 'fan', 'aoi', 'admin']) {
      const headers = new Headers()
      if (user) headers.set('authorization', `Bearer ${await world.tokenOf(user)}`)
      for (const each of asks) await world.fetch(urlOf(endpoint, each as never), { headers })
    }
    const statements = stop()
    questions += statements.size
    const few = [...SMALL, ...MADE, ...(OPERATORS[name] ?? [])]
    const walked: string[] = []
    for (const [text, values] of statements)
      for (const table of await fullScans(world.db, text, values))
        if (!few.includes(table)) walked.push(`${table}: ${text}`)
    expect(walked).toEqual([])
  })

  it('jobs use an index', async () => {
    await world.media.put('public/room/lost.webp', new Uint8Array(3))
    await world.media.put('members/thread/lost.webp', new Uint8Array(3))
    const walked: Record<string, string[]> = {}
    for (const { name, run } of recurringJobs(world.deps, world)) {
      const stop = listen()
      await run(new AbortController().signal)
      const statements = stop()
      // A job gathers the statistics of this small site: set the large ones again.
      await grow(world.db)
      for (const [text, values] of statements)
        for (const table of await fullScans(world.db, text, values))
          if (![...SMALL, ...MADE].includes(table)) (walked[name] ??= []).push(`${table}: ${text}`)
    }
    expect(walked).toEqual({})
  })

  it('all expected queries were recorded', () => {
    expect(questions).toBeGreaterThan(reading.length)
  })
})
