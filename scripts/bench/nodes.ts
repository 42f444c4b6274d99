import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newDatabase, startPostgresServer } from '#server/testing/postgres-server.ts'
import { findLive } from './api.ts'
import { type Loader, type Server, startLoader, usageOf } from './processes.ts'
import { figure, type Row, report, type Section } from './report.ts'
import { logIn, startBeside } from './room.ts'
import { ratio } from './rounds.ts'
import { MEMBER } from './statements.ts'

const API = '/api/application'
const ROUNDS = 5
const CONNECTIONS = 16
const WARM_UP = { requests: 800, maxMs: 1_500 }
const ROUND = { requests: 1_200, maxMs: 1_500 }
const KINDS = ['one, SQLite', 'one, PostgreSQL', 'two, PostgreSQL'] as const

/** One deployment of Room: its processes, the demo member's login, and the CPU usage of its database. */
interface Way {
  nodes: Server[]
  token: string
  event: string
  databaseCpu: () => number
}
interface Work {
  what: string
  path: (way: Way) => string
  status: number
  body?: object
}
const WORK: Work[] = [
  { what: 'list of rooms', path: () => `${API}/room`, status: 200 },
  { what: 'page of an event', path: ({ event }) => `${API}/event/${event}`, status: 200 },
  { what: 'newest talk messages', path: ({ event }) => `${API}/live/${event}/talk`, status: 200 },
  {
    what: 'posting a talk message',
    path: ({ event }) => `${API}/live/${event}/talk`,
    status: 201,
    body: { message: 'こんばんは' },
  },
]

/** The same requests to one process on SQLite, one on PostgreSQL, and two that share it. */
export async function nodes(): Promise<Section> {
  await using stack = new AsyncDisposableStack()
  const postgres = stack.adopt(await startPostgresServer(), ({ remove }) => remove())
  const loaders = [stack.use(startLoader()), stack.use(startLoader())]
  const ways = new Map<string, Way>()
  for (const kind of KINDS) {
    const folder = mkdtempSync(join(tmpdir(), 'room-bench-'))
    stack.defer(() => rmSync(folder, { recursive: true, force: true }))
    const databaseUrl = kind.endsWith('SQLite') ? '' : await newDatabase(postgres.server)
    const start = async () =>
      stack.use(
        await startBeside({
          DATA_DIR: folder,
          DATABASE_URL: databaseUrl,
          NODE_ENV: 'production',
          DEMO: '1',
        }),
      )
    const first = await start()
    const servers = kind.startsWith('two') ? [first, await start()] : [first]
    const token = await logIn(first, MEMBER.email)
    const { event } = await findLive(first, token)
    const databaseCpu = () => (databaseUrl ? usageOf(postgres.pid()).cpu : 0)
    ways.set(kind, { nodes: servers, token, event, databaseCpu })
  }
  const rows: Row[] = []
  for (const work of WORK) rows.push(...(await compare(work, ways, loaders)))
  return { title: 'One process or two, SQLite or PostgreSQL: total CPU per request', rows }
}

/** Alternates the deployments in each round, for equal conditions. */
async function compare(work: Work, ways: Map<string, Way>, loaders: Loader[]): Promise<Row[]> {
  const measured = new Map(KINDS.map((kind) => [kind as string, { cpu: [], rate: [] } as Measured]))
  for (const [, way] of ways) await ask(work, way, loaders, WARM_UP)
  for (let round = 0; round < ROUNDS; round++)
    for (const [kind, way] of ways) {
      const before = await cpuOf(way)
      const { requests, ms } = await ask(work, way, loaders, ROUND)
      measured.get(kind)!.cpu.push(((await cpuOf(way)) - before) / requests)
      measured.get(kind)!.rate.push((requests / ms) * 1_000)
    }
  const floor = measured.get(KINDS[0])!
  return [...measured].map(([kind, { cpu, rate }]) => ({
    what: `${work.what}: ${kind}`,
    figures: {
      'CPU µs': figure(cpu),
      '× one, SQLite': ratio(cpu, floor.cpu),
      'requests/s': figure(rate),
    },
  }))
}
interface Measured {
  cpu: number[]
  rate: number[]
}

async function ask(work: Work, way: Way, loaders: Loader[], bounds: typeof ROUND) {
  const share = way.nodes.length
  const loads = await Promise.all(
    way.nodes.map(({ url }, at) =>
      loaders[at]!.run({
        requests: bounds.requests / share,
        maxMs: bounds.maxMs,
        url: url + work.path(way),
        headers: { authorization: `Bearer ${way.token}`, 'content-type': 'application/json' },
        ...(work.body && { body: JSON.stringify(work.body) }),
        status: work.status,
        distinct: false,
        connections: CONNECTIONS / share,
      }),
    ),
  )
  return {
    requests: loads.reduce((sum, { requests }) => sum + requests, 0),
    ms: Math.max(...loads.map(({ ms }) => ms)),
  }
}

async function cpuOf({ nodes, databaseCpu }: Way): Promise<number> {
  const used = await Promise.all(nodes.map((node) => node.usage()))
  return used.reduce((sum, { cpu }) => sum + cpu, databaseCpu())
}

if (import.meta.main) await report('nodes', nodes)
