import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Engine } from '#server/db/engine.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import type { Db, Schema } from '#server/db/schema.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { AccessTokens } from '#server/features/auth/sessions/access-token.ts'
import { memoryBus } from '#server/ports/bus.ts'
import { systemClock } from '#server/ports/clock.ts'
import { loadSecrets } from '#server/process/secrets.ts'
import { newDatabase, startPostgresServer } from '#server/testing/postgres-server.ts'
import { addRow } from '#server/testing/rows.ts'
import { type Server, startLoader, usageOf } from './processes.ts'
import { figure, type Row, report, type Section } from './report.ts'
import { SITE_URL, startBeside } from './room.ts'
import { ratio } from './rounds.ts'

const API = '/api/application'
const ROUNDS = 5
const WARM_UP = { requests: 300, maxMs: 1_500 }
const ROUND = { requests: 500, maxMs: 1_500 }
const IN_ONE_TRANSACTION = 5_000
const SIZES = [
  { rooms: 100, lines: 1_000 },
  { rooms: 10_000, lines: 1_000 },
  { rooms: 100_000, lines: 1_000_000 },
]
/** The maximum cost with 100,000 rooms and a million messages, relative to the smallest site. */
const GROWTH_MAX = { rooms: 1.4, search: 2.5, talk: 1.3 }
/** One in a thousand rooms contains this word: the first page is full from 10,000 rooms on. */
const RARE = '落語'

interface Question {
  what: string
  path: string
  max: number
}
const QUESTIONS: Question[] = [
  { what: 'newest rooms', path: '/room', max: GROWTH_MAX.rooms },
  { what: 'popular rooms', path: '/room?sort=popular', max: GROWTH_MAX.rooms },
  { what: 'one room', path: '/room/owner1', max: GROWTH_MAX.rooms },
  {
    what: 'search for a word',
    path: `/room?search=${encodeURIComponent(RARE)}`,
    max: GROWTH_MAX.search,
  },
  { what: 'newest messages', path: '/live/evening/talk', max: GROWTH_MAX.talk },
  {
    what: 'messages from the middle',
    path: '/live/evening/talk?point=MIDDLE',
    max: GROWTH_MAX.talk,
  },
]

/**
 * Rooms with an owner each, a live event in the first one, and its messages. The database multiplies one row by
 * itself; only the search index is written from here, text by text.
 */
async function settle(engine: Engine, { rooms, lines }: (typeof SIZES)[number]) {
  const { db, kind } = engine
  await addRow(db, 'user', { id: 'owner0' })
  await addRow(db, 'room', { id: 'owner0' })
  const owner = sql`'owner' || n`
  const [title, rare] = [sql`'珈琲と夜の部屋' || n`, sql`${sql.lit(RARE)} || 'の部屋' || n`]
  const since = Date.parse('2026-01-01') / 1_000
  const later =
    kind === 'sqlite'
      ? sql`strftime('%Y-%m-%dT%H:%M:%S.000Z', ${sql.lit(since)} + n, 'unixepoch')`
      : sql`to_char(to_timestamp(${sql.lit(since)} + n) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`
  await multiply(db, 'user', rooms - 1, {
    id: owner,
    name: owner,
    name_skeleton: owner,
    email: sql`'owner' || n || '@room.test'`,
  })
  await multiply(db, 'room', rooms - 1, {
    id: owner,
    owner_id: owner,
    title: sql`case when n % 1000 = 7 then ${rare} else ${title} end`,
    subscribers: sql`(n * 7919) % 5000`,
    created_at: later,
  })
  const roomRows = await db
    .selectFrom('room')
    .select(['id', 'title'])
    .orderBy('created_at')
    .execute()
  for (let from = 0; from < roomRows.length; from += IN_ONE_TRANSACTION)
    await db.transaction().execute(async (tx) => {
      for (const { id, title } of roomRows.slice(from, from + IN_ONE_TRANSACTION))
        await engine.search.put(tx, 'room', id, title)
    })
  const now = new Date()
  const until = new Date(now.getTime() + 86_400_000).toISOString()
  await addRow(db, 'event', {
    id: 'evening',
    room_id: 'owner0',
    publishment_flg: 1,
    start_at: now.toISOString(),
    end_at: until,
  })
  const line = { client_id: null, deleted: 0, deletes: null, hidden_by: null } as const
  const first = { event_id: 'evening', seq: 0, user_id: 'owner0', message: 'こんばんは' }
  await db
    .insertInto('talk')
    .values({ ...line, ...first, created_at: now.toISOString() })
    .execute()
  await multiply(db, 'talk', lines, {
    seq: sql`n`,
    user_id: sql`'owner' || (n % 100)`,
    message: sql`'こんばんは ' || n`,
    created_at: later,
  })
  await db
    .insertInto('session')
    .values({
      id: 'session',
      user_id: 'owner0',
      device: 'bench',
      created_at: now.toISOString(),
      last_seen_at: now.toISOString(),
      revoked_at: null,
    } as Insertable<Schema['session']>)
    .execute()
}

/** Adds `count` copies of a table's only row; the nth one (from 1) with these columns of its own. */
async function multiply(
  db: Db,
  table: 'user' | 'room' | 'talk',
  count: number,
  own: Record<string, RawBuilder<unknown>>,
) {
  const row = await db.selectFrom(table).selectAll().executeTakeFirstOrThrow()
  const columns = Object.keys(row)
  await sql`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
    insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    select ${sql.join(columns.map((name) => own[name] ?? sql.ref(`${table}.${name}`)))}
    from numbers cross join (select * from ${sql.table(table)} limit 1) as ${sql.table(table)}`.execute(
    db,
  )
}

interface Side {
  server: Server
  token: string
  middle: string
  databaseCpu: () => number
}

/** Each query on a small, a medium and a large site, on both databases. */
export async function growth(): Promise<Section> {
  await using stack = new AsyncDisposableStack()
  const postgres = stack.adopt(await startPostgresServer(), ({ remove }) => remove())
  const loader = stack.use(startLoader())
  const rows: Row[] = []
  for (const kind of ['SQLite', 'PostgreSQL'] as const) {
    await using inner = new AsyncDisposableStack()
    const sides: Side[] = []
    for (const size of SIZES) {
      const folder = mkdtempSync(join(tmpdir(), 'room-bench-'))
      inner.defer(() => rmSync(folder, { recursive: true, force: true }))
      const databaseUrl = kind === 'SQLite' ? '' : await newDatabase(postgres.server)
      const engine = databaseUrl
        ? openPostgres(databaseUrl)
        : openSqlite(join(folder, 'room.sqlite'))
      await migrate(engine)
      await settle(engine, size)
      const tokens = new AccessTokens({
        read: engine.read,
        clock: systemClock(0),
        bus: memoryBus(),
        secrets: loadSecrets(folder),
        config: { siteUrl: SITE_URL } as never,
      })
      const token = await tokens.sign('owner0', 'session')
      await engine.close()
      const server = inner.use(
        await startBeside({ DATA_DIR: folder, DATABASE_URL: databaseUrl, NODE_ENV: '' }),
      )
      sides.push({
        server,
        token,
        middle: await middleOf(server, token, size.lines / 2),
        databaseCpu: () => (databaseUrl ? usageOf(postgres.pid()).cpu : 0),
      })
    }
    for (const question of QUESTIONS) {
      const ask = async (side: Side, bounds: typeof ROUND) => {
        const before = (await side.server.usage()).cpu + side.databaseCpu()
        const { requests } = await loader.run({
          ...bounds,
          url: side.server.url + API + question.path.replace('MIDDLE', side.middle),
          headers: { authorization: `Bearer ${side.token}` },
          status: 200,
          distinct: false,
          connections: 4,
        })
        return ((await side.server.usage()).cpu + side.databaseCpu() - before) / requests
      }
      const cpu = sides.map((): number[] => [])
      for (const side of sides) await ask(side, WARM_UP)
      for (let round = 0; round < ROUNDS; round++)
        for (const [nth, side] of sides.entries()) cpu[nth]!.push(await ask(side, ROUND))
      const grown = ratio(cpu.at(-1)!, cpu[0]!)
      rows.push({
        what: `${question.what}, ${kind}`,
        figures: {
          ...Object.fromEntries(
            SIZES.map(({ rooms }, nth) => [
              `CPU µs at ${rooms.toLocaleString('en')}`,
              figure(cpu[nth]!),
            ]),
          ),
          'large ÷ small': grown,
        },
        target: { says: `≤ ${question.max}×`, held: grown.median <= question.max },
      })
    }
  }
  return { title: 'Cost per request by size of the site: rooms, and a million talk messages', rows }
}

/** The message id for a sequence number. */
async function middleOf({ url }: Server, token: string, seq: number): Promise<string> {
  const answer = await fetch(`${url}${API}/live/evening/talk`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const [line] = (await answer.json()) as { id: string }[]
  return seq.toString(32).padStart(line!.id.length, '0')
}

if (import.meta.main) await report('growth', growth)
