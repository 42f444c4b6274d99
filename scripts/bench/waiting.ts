import { setTimeout } from 'node:timers/promises'
import { urlOf } from '#contract/caller.ts'
import { LIVE_URL_POLL_MS } from '#contract/limits.ts'
import { live } from '#contract/live.ts'
import { EVENT_WAITING } from '#contract/messages.ts'
import { capture, keep } from './capture.ts'
import { comeIn, MOST, SECONDS } from './live.ts'
import { type Server, startCrowd, startServer } from './processes.ts'
import { figure, type Row, report, type Section } from './report.ts'
import { fillFolder } from './room.ts'
import { ratio } from './rounds.ts'
import { EVENT, settle } from './town.ts'
import type { Hall } from './viewer.ts'

const PATH = urlOf(live.getLiveUrl, { params: { id: EVENT } })
const FLOORS = new URL('./floors.ts', import.meta.url).pathname
const ROUNDS = 3
/** As for a poll of a talk in which nothing is new. */
const CPU_MAX = 1.5

interface Found {
  /** Microseconds of the server's CPU for each time somebody asked. */
  cpu: number[]
  p99: number[]
  core: number[]
  polls: number
  missed: number
  errors: number
}

/** They come, and ask every five seconds; measured round after round. */
async function wait(server: Server, hall: Hall, tokens: string[]): Promise<Found> {
  await using crowd = startCrowd()
  await comeIn(server, crowd, hall, tokens, 0)
  const found: Found = { cpu: [], p99: [], core: [], polls: 0, missed: 0, errors: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const before = await server.usage()
    const startedAt = performance.now()
    await crowd.begin()
    await setTimeout((SECONDS * 1_000) / 4)
    const sum = await crowd.tell(0)
    const after = await server.usage()
    const used = after.cpu - before.cpu
    found.cpu.push(used / sum.polls)
    found.core.push(used / (performance.now() - startedAt) / 10)
    found.p99.push(sum.pollP99)
    found.polls += sum.polls
    found.missed += sum.missed
    found.errors += sum.failures.reduce((all, [, times]) => all + times, 0)
  }
  return found
}

const rowOf = (what: string, found: Found): Row => ({
  what,
  figures: {
    'CPU µs': figure(found.cpu),
    '% core': figure(found.core),
    polls: figure([found.polls]),
    'p99 ms': figure(found.p99),
    missed: figure([found.missed]),
    errors: figure([found.errors]),
  },
})

/** People with tickets who wait for an event to begin, each with a login of their own, beside a bare server. */
export async function waiting(): Promise<Section> {
  await using folder = await fillFolder()
  const viewers = MOST / 5
  const { tokensAt } = await settle(folder, viewers, 0)
  await using room = await folder.start()
  const tokens = await tokensAt(room, viewers)
  const said = await capture(room.url + PATH, { authorization: `Bearer ${tokens[0]}` })
  if (!Buffer.from(said.body, 'base64').toString().includes(EVENT_WAITING))
    throw new Error('nobody waits here')
  const hall = {
    ...{ url: room.url + PATH, last: '0000000', etag: '' },
    ...{ everyMs: LIVE_URL_POLL_MS, plain: true },
  }
  const found = await wait(room, hall, tokens)
  await using node = await startServer([FLOORS, 'node', keep({ waiting: said }, folder.path)])
  const headers = { 'x-case': 'waiting' }
  const bare = await wait(node, { ...hall, url: node.url + PATH, headers }, tokens)
  const row = rowOf(`${viewers} waiting for the start`, found)
  const toBare = ratio(found.cpu, bare.cpu)
  row.figures['× bare node'] = toBare
  const held = toBare.median <= CPU_MAX && found.missed + found.errors === 0
  const target = { says: `0 missed; CPU ≤ ${CPU_MAX}×`, held }
  return {
    title: 'A waiting room: where the picture is, asked every five seconds',
    rows: [{ ...row, target }, rowOf('  bare node:http', bare)],
  }
}

if (import.meta.main) await report('waiting', waiting)
