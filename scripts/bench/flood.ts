import { setTimeout } from 'node:timers/promises'
import { settle } from './fixtures.ts'
import { comeIn, look, MAX_VIEWERS, PATH, POLL_P99_MS, SECONDS } from './live.ts'
import { type Server, startViewers, type Viewers } from './processes.ts'
import { figure, type Row, report, type Section } from './report.ts'
import { fillFolder } from './room.ts'
import type { Sum } from './tally.ts'

/** The rate of the flooding user. */
const LINES_PER_SECOND = 50
const ROUNDS = 3
/** The maximum ratio to the p99 of the same viewers without a flood. */
const P99_MAX = 1.5

interface Flood {
  accepted: number
  rejected: number
  /** Responses other than 201 and 429 with Retry-After. */
  otherwise: number
}
type Found = Sum & { core: number } & Flood

const NOBODY: Flood = { accepted: 0, rejected: 0, otherwise: 0 }
const rest = async (seconds: number) => {
  await setTimeout(seconds * 1_000)
  return NOBODY
}

/** One user posts this many messages a second and ignores the responses. */
async function pour(url: string, token: string, seconds: number): Promise<Flood> {
  const flood = { ...NOBODY }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const post = async (n: number) => {
    const body = JSON.stringify({ message: `${n}` })
    const answer = await fetch(url, { method: 'POST', headers, body })
    await answer.arrayBuffer()
    const waits = Number(answer.headers.get('retry-after'))
    if (answer.status === 201) flood.accepted++
    else if (answer.status === 429 && waits > 0) flood.rejected++
    else flood.otherwise++
  }
  const startedAt = performance.now()
  const lines: Promise<void>[] = []
  for (let n = 0; n < LINES_PER_SECOND * seconds; n++) {
    await setTimeout(Math.max(0, startedAt + (n * 1_000) / LINES_PER_SECOND - performance.now()))
    lines.push(post(n))
  }
  await Promise.all(lines)
  return flood
}

async function measure(
  room: Server,
  viewerProcess: Viewers,
  happens: () => Promise<Flood>,
): Promise<Found> {
  const before = await room.usage()
  const startedAt = performance.now()
  await viewerProcess.begin()
  const flood = await happens()
  const after = await room.usage()
  const core = (after.cpu - before.cpu) / (performance.now() - startedAt) / 10
  return { ...(await viewerProcess.postMessage(0)), core, ...flood }
}

const rowOf = (what: string, all: Found[]): Row => {
  const of = (ask: (measured: Found) => number) => figure(all.map(ask))
  return {
    what,
    figures: {
      '% core': of(({ core }) => core),
      polls: of(({ polls }) => polls),
      'p99 ms': of(({ pollP99 }) => pollP99),
      missed: of(({ missed }) => missed),
      lines: of(({ accepted }) => accepted),
      '429': of(({ rejected }) => rejected),
      errors: of(errorsOf),
    },
  }
}
const errorsOf = ({ failures, otherwise }: Found) =>
  failures.reduce((sum, [, times]) => sum + times, otherwise)

/** One user floods a talk that thousands poll. Quiet and flooded rounds alternate, for equal conditions (56). */
export async function flood(): Promise<Section> {
  await using folder = await fillFolder()
  const viewers = MAX_VIEWERS / 5
  const { tokensAt } = await settle(folder, viewers + 1)
  await using room = await folder.start({ RATE_LIMITS: 'on' })
  const tokens = await tokensAt(room, viewers + 1)
  const flooder = tokens.pop()!
  const { hall } = await look(room, tokens[0]!)
  await using viewerProcess = startViewers()
  await comeIn(room, viewerProcess, hall, tokens, 0)
  const seconds = SECONDS / 4
  const [quiet, flooded]: [Found[], Found[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    quiet.push(await measure(room, viewerProcess, () => rest(seconds)))
    flooded.push(await measure(room, viewerProcess, () => pour(room.url + PATH, flooder, seconds)))
  }
  const toQuiet = figure(flooded.map(({ pollP99 }, n) => pollP99 / Math.max(1, quiet[n]!.pollP99)))
  const medianP99 = figure(flooded.map(({ pollP99 }) => pollP99)).median
  const row = rowOf(`${viewers} polling, one who says ${LINES_PER_SECOND} lines a second`, flooded)
  const allDelivered = flooded.every(
    (one) => errorsOf(one) + one.missed === 0 && one.rejected > one.accepted,
  )
  return {
    title: 'A talk flooded by one user',
    rows: [
      rowOf(`${viewers} polling`, quiet),
      {
        ...row,
        figures: { ...row.figures, 'p99 × quiet': toQuiet },
        target: {
          says: `429 with Retry-After; 0 missed; p99 ≤ ${P99_MAX}× or ${POLL_P99_MS} ms`,
          held: allDelivered && (toQuiet.median <= P99_MAX || medianP99 <= POLL_P99_MS),
        },
      },
    ],
  }
}

if (import.meta.main) await report('flood', flood)
