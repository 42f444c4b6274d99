import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { AccessTokens } from '#server/features/auth/sessions/access-token.ts'
import { memoryBus } from '#server/ports/bus.ts'
import { systemClock } from '#server/ports/clock.ts'
import { loadSecrets } from '#server/process/secrets.ts'
import { newDatabase, startPostgresServer } from '#server/testing/postgres-server.ts'
import { COMMON, RARE, READ, type Size, settle, TAGS } from './large-site.ts'
import { type Server, startLoader, usageOf } from './processes.ts'
import { figure, type Row, report, type Section } from './report.ts'
import { SITE_URL, startBeside } from './room.ts'
import { ratio } from './rounds.ts'

const API = '/api/application'
const ROUNDS = 5
const WARM_UP = { requests: 300, maxMs: 1_500 }
const ROUND = { requests: 500, maxMs: 1_500 }
/** `DATABASES=sqlite` or `postgres` leaves the other one out. */
const KINDS = ['SQLite', 'PostgreSQL'].filter((kind) =>
  kind.toLowerCase().startsWith(process.env.DATABASES ?? ''),
)
/** A small site and a large one. */
const SIZES: Size[] = [
  { rooms: 100, events: 1_000, lines: 1_000, tickets: 90, members: 20 },
  { rooms: 100_000, events: 100_000, lines: 1_000_000, tickets: 90_000, members: 20_000 },
]
/** The maximum cost on the large site, relative to the small one. */
const GROWTH_MAX = { rooms: 1.4, search: 2.5, talk: 1.3, others: 1.5 }
/** Milliseconds of CPU of one request: for as long, at most, nothing else is answered. The loop's delay depends on what else runs. */
const BLOCKED_MAX = 10

interface Question {
  what: string
  path: string
  max: number
}
const searching = (path: string, word: string) => `${path}?search=${encodeURIComponent(word)}`
const tagged = (path: string, tag: string) => `${path}?tag=${encodeURIComponent(tag)}`
const QUESTIONS: Question[] = [
  { what: 'newest rooms', path: '/room', max: GROWTH_MAX.rooms },
  { what: 'popular rooms', path: '/room?sort=popular', max: GROWTH_MAX.rooms },
  { what: 'one room', path: '/room/owner1', max: GROWTH_MAX.rooms },
  {
    what: 'search for a word',
    path: searching('/room', RARE),
    max: GROWTH_MAX.search,
  },
  { what: 'search for a common word', path: searching('/room', COMMON), max: GROWTH_MAX.others },
  { what: 'search for events', path: searching('/event', COMMON), max: GROWTH_MAX.others },
  { what: 'official rooms', path: '/room?official=1', max: GROWTH_MAX.others },
  { what: 'coming events', path: '/event', max: GROWTH_MAX.others },
  { what: 'rooms of a genre', path: '/room?genre=music&sort=popular', max: GROWTH_MAX.others },
  { what: 'search by reading', path: searching('/room', READ.rare), max: GROWTH_MAX.search },
  {
    what: 'search by a common reading',
    path: searching('/event', READ.common),
    max: GROWTH_MAX.others,
  },
  { what: 'rooms of a common tag', path: tagged('/room', TAGS.common), max: GROWTH_MAX.others },
  { what: 'rooms of a rare tag', path: tagged('/room', TAGS.rare), max: GROWTH_MAX.search },
  { what: 'events of a common tag', path: tagged('/event', TAGS.common), max: GROWTH_MAX.others },
  { what: 'events of a rare tag', path: tagged('/event', TAGS.rare), max: GROWTH_MAX.search },
  { what: 'free events', path: '/event?state=upcoming&free=1', max: GROWTH_MAX.others },
  {
    what: 'events of this week',
    path: '/event?state=upcoming&period=week',
    max: GROWTH_MAX.others,
  },
  { what: 'who goes to an event', path: '/event/evening/attendee', max: GROWTH_MAX.search },
  { what: 'joined rooms', path: '/room/subscribe', max: GROWTH_MAX.others },
  { what: 'joined events', path: '/event/join', max: GROWTH_MAX.others },
  { what: 'own events', path: '/me/event', max: GROWTH_MAX.others },
  { what: 'own event', path: '/me/event/evening', max: GROWTH_MAX.others },
  { what: 'members of a room', path: '/room/owner0/member', max: GROWTH_MAX.others },
  {
    what: 'search for members',
    path: searching('/room/owner0/member', 'さん'),
    max: GROWTH_MAX.others,
  },
  { what: 'newest messages', path: '/live/evening/talk', max: GROWTH_MAX.talk },
  {
    what: 'messages from the middle',
    path: '/live/evening/talk?point=MIDDLE',
    max: GROWTH_MAX.talk,
  },
]

interface Side {
  server: Server
  token: () => Promise<string>
  middle: string
  databaseCpu: () => number
}

/** Each query on a small and a large site, on both databases, with statistics as the server gathers them. */
export async function growth(): Promise<Section> {
  await using stack = new AsyncDisposableStack()
  const postgres = stack.adopt(await startPostgresServer(), ({ remove }) => remove())
  const loader = stack.use(startLoader())
  const rows: Row[] = []
  for (const kind of KINDS) {
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
      // Signed anew for each question: all of them last longer than a token.
      const token = () => tokens.sign('owner0', 'session')
      await engine.close()
      const server = inner.use(
        await startBeside({ DATA_DIR: folder, DATABASE_URL: databaseUrl, NODE_ENV: '' }),
      )
      sides.push({
        server,
        token,
        middle: await middleOf(server, await token(), size.lines / 2),
        databaseCpu: () => (databaseUrl ? usageOf(postgres.pid()).cpu : 0),
      })
    }
    for (const question of QUESTIONS) {
      const ask = async (side: Side, bounds: typeof ROUND) => {
        const before = (await side.server.usage()).cpu + side.databaseCpu()
        const { requests } = await loader.run({
          ...bounds,
          url: side.server.url + API + question.path.replace('MIDDLE', side.middle),
          headers: { authorization: `Bearer ${await side.token()}` },
          status: 200,
          distinct: false,
          connections: 1,
        })
        const { cpu, delay } = await side.server.usage()
        return { cpu: (cpu + side.databaseCpu() - before) / requests, delay }
      }
      const cpu = sides.map((): number[] => [])
      const delays: number[] = []
      for (const side of sides) await ask(side, WARM_UP)
      for (let round = 0; round < ROUNDS; round++)
        for (const [nth, side] of sides.entries()) {
          const used = await ask(side, ROUND)
          cpu[nth]!.push(used.cpu)
          if (nth === sides.length - 1) delays.push(used.delay)
        }
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
          'loop delay ms': figure(delays),
        },
        target: {
          says: `≤ ${question.max}×, ≤ ${BLOCKED_MAX} ms`,
          held: grown.median <= question.max && figure(cpu.at(-1)!).median <= BLOCKED_MAX * 1_000,
        },
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
