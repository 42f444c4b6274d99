import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Insertable } from 'kysely'
import type { Engine } from '#server/db/engine.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import type { Schema } from '#server/db/schema.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { accessTokens } from '#server/features/auth/access-token.ts'
import { memoryBus } from '#server/ports/bus.ts'
import { systemClock } from '#server/ports/clock.ts'
import { openSecrets } from '#server/secrets.ts'
import { emptyDatabase, openPostgresServer } from '#server/testing/postgres-server.ts'
import { addRow } from '#server/testing/rows.ts'
import { type Server, startLoader, usageOf } from './processes.ts'
import { figure, type Row, report, type Section } from './report.ts'
import { SITE_URL, startBeside } from './room.ts'
import { ratio } from './rounds.ts'

const API = '/api/application'
const ROUNDS = 5
const WARM_UP = { requests: 300, maxMs: 1_500 }
const ROUND = { requests: 500, maxMs: 1_500 }
const IN_ONE_STATEMENT = 500
const SIZES = [
  { rooms: 100, lines: 1_000 },
  { rooms: 10_000, lines: 1_000 },
  { rooms: 100_000, lines: 1_000_000 },
]
/** What a hundred thousand rooms and a million lines may cost beside the smallest. */
const GROWTH_MAX = { rooms: 1.4, search: 2.5, talk: 1.3 }
/** Of a thousand rooms one is about it, whatever their number: the first page is full from ten thousand on. */
const RARE = '落語'

interface Question {
  what: string
  path: string
  most: number
}
const QUESTIONS: Question[] = [
  { what: 'newest rooms', path: '/room', most: GROWTH_MAX.rooms },
  { what: 'popular rooms', path: '/room?sort=popular', most: GROWTH_MAX.rooms },
  { what: 'one room', path: '/room/owner1', most: GROWTH_MAX.rooms },
  {
    what: 'rooms about a word',
    path: `/room?search=${encodeURIComponent(RARE)}`,
    most: GROWTH_MAX.search,
  },
  { what: 'newest lines', path: '/live/evening/talk', most: GROWTH_MAX.talk },
  {
    what: 'lines from the middle',
    path: '/live/evening/talk?point=MIDDLE',
    most: GROWTH_MAX.talk,
  },
]

/** So many rooms with an owner each, an evening on air in the first, and so many lines said there. */
async function settle(engine: Engine, { rooms, lines }: (typeof SIZES)[number]) {
  const { db } = engine
  const at = (n: number) => new Date(Date.parse('2026-01-01') + n * 1_000).toISOString()
  await addRow(db, 'user', { id: 'owner0' })
  await addRow(db, 'room', { id: 'owner0' })
  const user = await db.selectFrom('user').selectAll().executeTakeFirstOrThrow()
  const room = await db.selectFrom('room').selectAll().executeTakeFirstOrThrow()
  await many(1, rooms, async (from, to) => {
    const some = Array.from({ length: to - from }, (_, nth) => from + nth)
    const titles = some.map((n) => (n % 1_000 === 7 ? `${RARE}の部屋${n}` : `珈琲と夜の部屋${n}`))
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('user')
        .values(some.map((n) => named(user, n)))
        .execute()
      const rows = some.map((n, nth) => ({
        ...room,
        id: `owner${n}`,
        owner_id: `owner${n}`,
        title: titles[nth]!,
        subscribers: (n * 7_919) % 5_000,
        created_at: at(n),
      }))
      await tx.insertInto('room').values(rows).execute()
      for (const { id, title } of rows) await engine.search.put(tx, 'room', id, title)
    })
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
  await many(1, lines + 1, async (from, to) => {
    const some = Array.from({ length: to - from }, (_, nth) => from + nth)
    const line = { client_id: null, deleted: 0, deletes: null, hidden_by: null } as const
    await db
      .insertInto('talk')
      .values(
        some.map((seq) => ({
          ...line,
          event_id: 'evening',
          seq,
          user_id: `owner${seq % 100}`,
          message: `こんばんは ${seq}`,
          created_at: at(seq),
        })),
      )
      .execute()
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

const named = (user: Schema['user'], n: number) => ({
  ...user,
  id: `owner${n}`,
  name: `owner${n}`,
  name_skeleton: `owner${n}`,
  email: `owner${n}@room.test`,
})

async function many(first: number, end: number, add: (from: number, to: number) => Promise<void>) {
  for (let from = first; from < end; from += IN_ONE_STATEMENT)
    await add(from, Math.min(end, from + IN_ONE_STATEMENT))
}

interface Side {
  server: Server
  token: string
  middle: string
  databaseCpu: () => number
}

/** Each question to a small, a middling and a large site, on both databases. */
export async function growth(): Promise<Section> {
  await using stack = new AsyncDisposableStack()
  const postgres = stack.adopt(await openPostgresServer(), ({ remove }) => remove())
  const loader = stack.use(startLoader())
  const rows: Row[] = []
  for (const kind of ['SQLite', 'PostgreSQL'] as const) {
    await using inner = new AsyncDisposableStack()
    const sides: Side[] = []
    for (const size of SIZES) {
      const folder = mkdtempSync(join(tmpdir(), 'room-bench-'))
      inner.defer(() => rmSync(folder, { recursive: true, force: true }))
      const databaseUrl = kind === 'SQLite' ? '' : await emptyDatabase(postgres.server)
      const engine = databaseUrl
        ? openPostgres(databaseUrl)
        : openSqlite(join(folder, 'room.sqlite'))
      await migrate(engine)
      await settle(engine, size)
      const { sign } = accessTokens({
        read: engine.read,
        clock: systemClock(0),
        bus: memoryBus(),
        secrets: openSecrets(folder),
        config: { siteUrl: SITE_URL } as never,
      })
      const token = await sign('owner0', 'session')
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
        target: { says: `≤ ${question.most}×`, held: grown.median <= question.most },
      })
    }
  }
  return { title: 'Cost per request as a site grows: rooms, and a million lines of talk', rows }
}

/** A line's name on the wire, by its place. */
async function middleOf({ url }: Server, token: string, seq: number): Promise<string> {
  const answer = await fetch(`${url}${API}/live/evening/talk`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const [line] = (await answer.json()) as { id: string }[]
  return seq.toString(32).padStart(line!.id.length, '0')
}

if (import.meta.main) await report('growth', growth)
