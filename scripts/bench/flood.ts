import { setTimeout } from 'node:timers/promises'
import { comeIn, look, MOST, PATH, POLL_P99_MS, SECONDS } from './live.ts'
import { type Crowd, type Server, startCrowd } from './processes.ts'
import { figure, type Row, report, type Section } from './report.ts'
import { fillFolder } from './room.ts'
import type { Sum } from './tally.ts'
import { settle } from './town.ts'

/** Of one who floods. */
const LINES_PER_SECOND = 50
const ROUNDS = 3
/** Of the p99 of the same people in the same minute, with nobody who floods. */
const P99_MAX = 1.5

interface Flood {
  kept: number
  refused: number
  /** Anything but a 429 that says for how long. */
  otherwise: number
}
type Found = Sum & { core: number } & Flood

const NOBODY: Flood = { kept: 0, refused: 0, otherwise: 0 }
const rest = async (seconds: number) => {
  await setTimeout(seconds * 1_000)
  return NOBODY
}

/** One person says so many lines a second, whatever they are answered. */
async function pour(url: string, token: string, seconds: number): Promise<Flood> {
  const flood = { ...NOBODY }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const say = async (n: number) => {
    const body = JSON.stringify({ message: `${n}` })
    const answer = await fetch(url, { method: 'POST', headers, body })
    await answer.arrayBuffer()
    const waits = Number(answer.headers.get('retry-after'))
    if (answer.status === 201) flood.kept++
    else if (answer.status === 429 && waits > 0) flood.refused++
    else flood.otherwise++
  }
  const startedAt = performance.now()
  const lines: Promise<void>[] = []
  for (let n = 0; n < LINES_PER_SECOND * seconds; n++) {
    await setTimeout(Math.max(0, startedAt + (n * 1_000) / LINES_PER_SECOND - performance.now()))
    lines.push(say(n))
  }
  await Promise.all(lines)
  return flood
}

async function measure(room: Server, crowd: Crowd, happens: () => Promise<Flood>): Promise<Found> {
  const before = await room.usage()
  const startedAt = performance.now()
  await crowd.begin()
  const flood = await happens()
  const after = await room.usage()
  const core = (after.cpu - before.cpu) / (performance.now() - startedAt) / 10
  return { ...(await crowd.tell(0)), core, ...flood }
}

const rowOf = (what: string, all: Found[]): Row => {
  const of = (ask: (found: Found) => number) => figure(all.map(ask))
  return {
    what,
    figures: {
      '% core': of(({ core }) => core),
      polls: of(({ polls }) => polls),
      'p99 ms': of(({ pollP99 }) => pollP99),
      missed: of(({ missed }) => missed),
      lines: of(({ kept }) => kept),
      '429': of(({ refused }) => refused),
      errors: of(errorsOf),
    },
  }
}
const errorsOf = ({ failures, otherwise }: Found) =>
  failures.reduce((sum, [, times]) => sum + times, otherwise)

/** Fault 56: one person floods a talk that thousands poll. Quiet and flooded in turn, so that the machine slows both. */
export async function flood(): Promise<Section> {
  await using folder = await fillFolder()
  const viewers = MOST / 5
  const { tokensAt } = await settle(folder, viewers + 1)
  await using room = await folder.start({ RATE_LIMITS: 'on' })
  const tokens = await tokensAt(room, viewers + 1)
  const flooder = tokens.pop()!
  const { hall } = await look(room, tokens[0]!)
  await using crowd = startCrowd()
  await comeIn(room, crowd, hall, tokens, 0)
  const seconds = SECONDS / 4
  const [quiet, flooded]: [Found[], Found[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    quiet.push(await measure(room, crowd, () => rest(seconds)))
    flooded.push(await measure(room, crowd, () => pour(room.url + PATH, flooder, seconds)))
  }
  const toQuiet = figure(flooded.map(({ pollP99 }, n) => pollP99 / Math.max(1, quiet[n]!.pollP99)))
  const most = figure(flooded.map(({ pollP99 }) => pollP99)).median
  const row = rowOf(`${viewers} polling, one who says ${LINES_PER_SECOND} lines a second`, flooded)
  const whole = flooded.every((one) => errorsOf(one) + one.missed === 0 && one.refused > one.kept)
  return {
    title: 'A talk that one person floods',
    rows: [
      rowOf(`${viewers} polling`, quiet),
      {
        ...row,
        figures: { ...row.figures, 'p99 × quiet': toQuiet },
        target: {
          says: `429 with Retry-After; 0 missed; p99 ≤ ${P99_MAX}× or ${POLL_P99_MS} ms`,
          held: whole && (toQuiet.median <= P99_MAX || most <= POLL_P99_MS),
        },
      },
    ],
  }
}

if (import.meta.main) await report('flood', flood)
