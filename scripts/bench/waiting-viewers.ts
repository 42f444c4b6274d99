import { setTimeout } from 'node:timers/promises'
import { urlOf } from '#contract/http/caller.ts'
import { live } from '#contract/live/calls.ts'
import { LIVE_URL_POLL_MS } from '#contract/live/limits.ts'
import { EVENT_WAITING } from '#contract/live/messages.ts'
import { capture, writeResponses } from './capture.ts'
import { EVENT, settle } from './fixtures.ts'
import { comeIn, MAX_VIEWERS, SECONDS } from './live.ts'
import { type Server, startServer, startViewers } from './processes.ts'
import { figure, type Row, report, type Section } from './report.ts'
import { fillFolder } from './room.ts'
import { ratio } from './rounds.ts'
import type { Hall } from './viewer.ts'

const PATH = urlOf(live.getLiveUrl, { params: { id: EVENT } })
const FLOORS = new URL('./floors.ts', import.meta.url).pathname
const ROUNDS = 3
/** The limit of a poll of a talk without new messages. */
const CPU_MAX = 1.5

interface Found {
  /** The server's CPU time per request, in microseconds. */
  cpu: number[]
  p99: number[]
  core: number[]
  polls: number
  missed: number
  errors: number
}

/** Viewers connect and poll every five seconds; measured in rounds. */
async function wait(server: Server, hall: Hall, tokens: string[]): Promise<Found> {
  await using viewerProcess = startViewers()
  await comeIn(server, viewerProcess, hall, tokens, 0)
  const measured: Found = { cpu: [], p99: [], core: [], polls: 0, missed: 0, errors: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const before = await server.usage()
    const startedAt = performance.now()
    await viewerProcess.begin()
    await setTimeout((SECONDS * 1_000) / 4)
    const sum = await viewerProcess.postMessage(0)
    const after = await server.usage()
    const used = after.cpu - before.cpu
    measured.cpu.push(used / sum.polls)
    measured.core.push(used / (performance.now() - startedAt) / 10)
    measured.p99.push(sum.pollP99)
    measured.polls += sum.polls
    measured.missed += sum.missed
    measured.errors += sum.failures.reduce((all, [, times]) => all + times, 0)
  }
  return measured
}

const rowOf = (what: string, measured: Found): Row => ({
  what,
  figures: {
    'CPU µs': figure(measured.cpu),
    '% core': figure(measured.core),
    polls: figure([measured.polls]),
    'p99 ms': figure(measured.p99),
    missed: figure([measured.missed]),
    errors: figure([measured.errors]),
  },
})

/** Ticket holders who wait for an event to begin, each with a login, compared to a baseline server. */
export async function waiting(): Promise<Section> {
  await using folder = await fillFolder()
  const viewers = MAX_VIEWERS / 5
  const { tokensAt } = await settle(folder, viewers, 0)
  await using room = await folder.start()
  const tokens = await tokensAt(room, viewers)
  const captured = await capture(room.url + PATH, { authorization: `Bearer ${tokens[0]}` })
  if (!Buffer.from(captured.body, 'base64').toString().includes(EVENT_WAITING))
    throw new Error('no viewer is waiting; check the number of viewers')
  const hall = {
    ...{ url: room.url + PATH, last: '0000000', etag: '' },
    ...{ everyMs: LIVE_URL_POLL_MS, plain: true },
  }
  const measured = await wait(room, hall, tokens)
  await using node = await startServer([
    FLOORS,
    'node',
    writeResponses({ waiting: captured }, folder.path),
  ])
  const headers = { 'x-case': 'waiting' }
  const bare = await wait(node, { ...hall, url: node.url + PATH, headers }, tokens)
  const row = rowOf(`${viewers} waiting for the start`, measured)
  const toBare = ratio(measured.cpu, bare.cpu)
  row.figures['× bare node'] = toBare
  const held = toBare.median <= CPU_MAX && measured.missed + measured.errors === 0
  const target = { says: `0 missed; CPU ≤ ${CPU_MAX}×`, held }
  return {
    title: 'Waiting for the start: the stream URL polled every five seconds',
    rows: [{ ...row, target }, rowOf('  bare node:http', bare)],
  }
}

if (import.meta.main) await report('waiting', waiting)
