import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { periodOfYear } from '#contract/lib/days.ts'
import type { Engine } from '#server/db/engine.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import * as operator from '#server/features/operator/money/queries.ts'
import { listSales } from '#server/features/orders/queries.ts'
import { receiptFiles } from '#server/features/orders/receipts/receipt-export.ts'
import type { RecordFilter } from '#server/features/orders/record-filter.ts'
import { listOwnRefunds } from '#server/features/orders/refunds/record-queries.ts'
import { userText } from '#server/features/profile/member.ts'
import { zipStream } from '#server/media/zip.ts'
import { newDatabase, startPostgresServer } from '#server/testing/postgres-server.ts'
import { addRow } from '#server/testing/rows.ts'
import { figure, type Row, report, type Section } from './report.ts'
import { SITE_URL } from './room.ts'

const SALES = 5_000
const BUYERS = 500
const ROUNDS = 15
const PAGE = { after: undefined, limit: 21, offset: 0 } as const
const NEWEST = { sort: '-day', ...PAGE } as const
/** One of so many sales was refunded. */
const REFUNDED = 5
const SEARCH_MAX_MS = 50
/** Growth of the heap between the first and the last fifth of an archive, in MB. */
const GROWTH_MAX_MB = 8
const MB = 1024 * 1024

const SEARCHES: { what: string; search: RecordFilter }[] = [
  { what: 'newest', search: {} },
  { what: 'a month', search: { from: '2026-03-01', to: '2026-03-31' } },
  { what: 'a sum', search: { min: 1_499, max: 1_501 } },
  { what: 'a person', search: { q: '買い手499' } },
  { what: 'a receipt number', search: { q: 'R00000001' } },
  { what: 'nobody, in all of them', search: { from: '2026-01-01', min: 1, q: 'いない人' } },
]

type Find = (engine: Engine, search: RecordFilter) => Promise<unknown>
const SELLER = { as: 'seller_id', id: 'seller' } as const

/** The seller's sales and refunds, and the payments of everybody. */
const LISTS: Record<string, Find> = {
  sales: ({ read }, search) =>
    listSales(
      read,
      { sellerId: SELLER.id, eventId: undefined, roomOnly: false, search },
      { sort: '-paid', ...PAGE },
    ),
  refunds: ({ read }, search) => listOwnRefunds(read, SELLER, search, NEWEST),
  'payments of all': ({ read, search: index }, search) =>
    operator.listPayments(read, search, (q) => operator.isOrder(index, q), NEWEST),
}

/** One seller's year, and as many sales of others. */
async function fill({ db, search }: Engine) {
  await addRow(db, 'user', { id: 'seller' })
  await addRow(db, 'user', { id: 'another' })
  await addRow(db, 'room', { id: 'seller' })
  for (let n = 0; n < BUYERS; n++)
    await addRow(db, 'user', { id: `buyer${n}`, display_name: `買い手${n}` })
  await db.transaction().execute(async (tx) => {
    for (let n = 0; n < BUYERS; n++) {
      const name = `buyer${n}`
      await search.put(tx, 'user', name, userText({ name, display_name: `買い手${n}` }))
    }
  })
  const year = Date.parse(periodOfYear('2026').from)
  await db.transaction().execute(async (tx) => {
    for (let n = 0; n < 2 * SALES; n++) {
      const id = `order${String(n).padStart(6, '0')}`
      const at = new Date(year + Math.floor(n / 2) * 6_000_000).toISOString()
      const amount = 500 + (n % 1_200)
      await tx
        .insertInto('order')
        .values({
          id,
          buyer_id: `buyer${n % BUYERS}`,
          seller_id: n % 2 === 0 ? 'seller' : 'another',
          kind: 'room',
          subject_id: 'seller',
          seats: 1,
          amount,
          state: 'settled',
          refunded_amount: 0,
          snapshot: '{"title":"ルーム"}',
          snapshot_hash: '',
          invoice_ref: null,
          fee_percent: 10,
          created_at: at,
          settled_at: at,
        })
        .execute()
      if (Math.floor(n / 2) % REFUNDED === 0)
        await tx
          .insertInto('refund')
          .values({
            ...{ id: `refund-${id}`, order_id: id, attempt_id: null, amount, reason: 'seller' },
            ...{ ends_right: 0, asked_by: null, state: 'done', refund_ref: null, transfer: null },
            ...{ created_at: at, done_at: at },
          })
          .execute()
      const body = { title: '参加費', amount, tax_rate: 10, tax: 90, method: 'カード' }
      await tx
        .insertInto('receipt')
        .values({
          id: `receipt-${id}`,
          order_id: id,
          kind: 'sale',
          number: `R${String(n).padStart(8, '0')}`,
          body: JSON.stringify(body),
          addressee: null,
          issued_at: at,
        })
        .execute()
    }
  })
}

async function timed(engine: Engine, find: Find, search: RecordFilter) {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now()
    await find(engine, search)
    times.push(performance.now() - begun)
  }
  return figure(times)
}

setFlagsFromString('--expose-gc')
/** What is left of the heap after it is in use. */
const collectGarbage: () => void = runInNewContext('gc')

/** Reads the archive of the year, and the heap after each fifth of its receipts. */
async function streamed(read: Engine['read']) {
  const heaps: number[] = []
  const scope = { reader: { by: 'seller', id: 'seller' }, ...periodOfYear('2026') } as const
  async function* counted() {
    let files = 0
    for await (const file of receiptFiles({ read }, { scope, siteUrl: SITE_URL })) {
      if (files++ % (SALES / 5) === 0) {
        collectGarbage()
        heaps.push(process.memoryUsage().heapUsed / MB)
      }
      yield file
    }
  }
  const begun = performance.now()
  let bytes = 0
  for await (const chunk of zipStream(counted(), new Date())) bytes += chunk.length
  return { seconds: (performance.now() - begun) / 1_000, megabytes: bytes / MB, heaps }
}

/** A seller’s year of 5,000 sales: the search of electronic books, and the ZIP of their receipts. */
export async function records(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'records-'))
  const postgres = await startPostgresServer()
  const rows: Row[] = []
  try {
    const engines = {
      SQLite: openSqlite(join(folder, 'room.sqlite')),
      PostgreSQL: openPostgres(await newDatabase(postgres.server)),
    }
    for (const [name, engine] of Object.entries(engines)) {
      await migrate(engine)
      await fill(engine)
      await sql`analyze`.execute(engine.db)
      for (const [list, find] of Object.entries(LISTS))
        for (const { what, search } of SEARCHES) {
          const ms = await timed(engine, find, search)
          const held = ms.median <= SEARCH_MAX_MS
          rows.push({
            what: `${name}: ${list}, search for ${what}`,
            figures: { ms },
            target: { says: `at most ${SEARCH_MAX_MS} ms`, held },
          })
        }
      const { seconds, megabytes, heaps } = await streamed(engine.read)
      const growth = Math.max(0, (heaps.at(-1) ?? 0) - (heaps[0] ?? 0))
      rows.push({
        what: `${name}: ZIP of ${SALES} receipts`,
        figures: { s: figure([seconds]), MB: figure([megabytes]), 'heap MB': figure(heaps) },
        target: {
          says: `heap grows by at most ${GROWTH_MAX_MB} MB`,
          held: growth <= GROWTH_MAX_MB,
        },
      })
      await engine.close()
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { title: 'A seller’s year of receipts', rows }
}

if (import.meta.main) await report('records', records)
