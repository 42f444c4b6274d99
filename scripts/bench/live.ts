import { setTimeout } from 'node:timers/promises'
import { fromCursor } from '#contract/lib/cursor.ts'
import type { TalkMessage } from '#contract/live/calls.ts'
import { capture, writeResponses } from './capture.ts'
import { EVENT, settle } from './fixtures.ts'
import type { Usage } from './meter.ts'
import { type Server, startServer, startViewers, type Viewers } from './processes.ts'
import { figure, type Row, report, type Section } from './report.ts'
import { fillFolder } from './room.ts'
import type { Sum } from './tally.ts'
import { type Hall, now } from './viewer.ts'

export const PATH = `/api/application/live/${EVENT}/talk`
const FLOORS = new URL('./floors.ts', import.meta.url).pathname
/** `BENCH_VIEWERS` and `BENCH_SECONDS` make it smaller; `BENCH_SCENE` selects scenes by name. */
export const MAX_VIEWERS = Number(process.env.BENCH_VIEWERS ?? 10_000)
export const SECONDS = Number(process.env.BENCH_SECONDS ?? 60)
const ONLY = process.env.BENCH_SCENE ?? ''
/** Viewers arrive within seconds, and each login is verified: the measurement begins when no request is pending. */
const LOOK_MS = 2_000
const SETTLED_WITHIN_MS = 60_000
const ALL_HEARD_WITHIN_MS = 10_000
const SPEAKERS_FROM = 7
/** The limit on a machine that is fast enough. */
export const POLL_P99_MS = 100

interface Scenario {
  what: string
  viewers: number
  streams: number
  /** Messages per second, each by another user. */
  messageRate: number
  seconds: number
  /** The ratios to the baseline server in the same run. */
  toBare?: (measured: Found, bare: Found) => Record<string, number>
  holds: (measured: Found, toBare?: Record<string, number>) => { says: string; held: boolean }
}
interface Found extends Sum {
  messageCount: number
  /** Percent of one core. */
  core: number
  rssMB: number
  /** Per viewer. */
  kB: number
}
const isComplete = ({ gaps, doubles, behind, failures }: Sum) =>
  gaps + doubles + behind + failures.length === 0

const scenes: Scenario[] = [
  {
    what: 'half polling, half on streams, 20 messages a second',
    viewers: MAX_VIEWERS / 5,
    streams: MAX_VIEWERS / 10,
    messageRate: 20,
    seconds: SECONDS,
    holds: (measured) => ({
      says: 'each message once, in order, none missed; p99 ≤ 2 s with polls',
      held: isComplete(measured) && measured.missed === 0 && measured.deliveryP99 <= 2_000,
    }),
  },
  {
    what: 'streams only, 20 messages a second',
    viewers: MAX_VIEWERS / 5,
    streams: MAX_VIEWERS / 5,
    messageRate: 20,
    seconds: SECONDS / 2,
    holds: (measured) => ({
      says: 'each message once, in order; p99 ≤ 1 s',
      held: isComplete(measured) && measured.deliveryP99 <= 1_000,
    }),
  },
  {
    what: 'polling a quiet talk',
    viewers: MAX_VIEWERS,
    streams: 0,
    messageRate: 0,
    seconds: SECONDS / 2,
    toBare: (measured, bare) => ({
      CPU: measured.core / measured.polls / (bare.core / bare.polls),
      // Relative to the allowed value, or to the baseline on a slow machine.
      p99: measured.pollP99 / Math.max(POLL_P99_MS, 1.5 * bare.pollP99),
      kB: measured.kB / bare.kB,
    }),
    holds: (measured, { CPU, p99, kB } = {}) => ({
      says: '0 missed; CPU ≤ 1.5×, p99 ≤ 100 ms or 1.5×, kB ≤ 1.3×',
      held: isComplete(measured) && measured.missed === 0 && CPU! <= 1.5 && p99! <= 1 && kB! <= 1.3,
    }),
  },
  {
    what: 'streams, one message a second',
    viewers: MAX_VIEWERS,
    streams: MAX_VIEWERS,
    messageRate: 1,
    seconds: SECONDS / 2,
    toBare: (measured, bare) => ({
      last: figure(measured.lasts).median / figure(bare.lasts).median,
      kB: measured.kB / bare.kB,
    }),
    holds: (measured, { last, kB } = {}) => ({
      says: 'last delivery ≤ 1.5×, kB ≤ 1.3×',
      held: isComplete(measured) && last! <= 1.5 && kB! <= 1.3,
    }),
  },
]

async function post(url: string, token: string) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ message: `${now()} 聞こえますか` }),
  })
  if (answer.status !== 201) throw new Error(`a message was refused with ${answer.status}`)
  return fromCursor(((await answer.json()) as TalkMessage).id)
}

/** Posts messages at a rate, one user after the other. Returns their number and the newest sequence number. */
async function converse(url: string, tokens: string[], { messageRate, seconds }: Scenario) {
  const lines: Promise<number>[] = []
  const startedAt = performance.now()
  for (let n = 0; n < messageRate * seconds; n++) {
    await setTimeout(Math.max(0, startedAt + (n * 1_000) / messageRate - performance.now()))
    lines.push(post(url, tokens[(n * SPEAKERS_FROM) % tokens.length]!))
  }
  await setTimeout(Math.max(0, startedAt + seconds * 1_000 - performance.now()))
  return { messageCount: lines.length, newest: Math.max(0, ...(await Promise.all(lines))) }
}

async function settled(viewerProcess: Viewers) {
  const timeout = performance.now() + SETTLED_WITHIN_MS
  do {
    await viewerProcess.begin()
    await setTimeout(LOOK_MS)
  } while ((await viewerProcess.postMessage(0)).missed > 0 && performance.now() < timeout)
}

/**
 * Connects a tenth of each kind of viewer first, as the first ones make the server load what it needs in any case.
 * Returns the usage after that, and the number of those viewers.
 */
export async function comeIn(
  room: Server,
  viewerProcess: Viewers,
  hall: Hall,
  tokens: string[],
  streams: number,
): Promise<Usage & { viewers: number }> {
  const streaming = tokens.slice(0, streams)
  const polling = tokens.slice(streams)
  const [some, more] = [streaming, polling].map((all) => Math.ceil(all.length / 10))
  const come = (follow: string[], poll: string[]) =>
    viewerProcess.come({ ...hall, tokens: [...follow, ...poll], streams: follow.length })
  await come(streaming.slice(0, some), polling.slice(0, more))
  await settled(viewerProcess)
  const usage = await room.usage()
  await come(streaming.slice(some), polling.slice(more))
  await settled(viewerProcess)
  return { ...usage, viewers: some! + more! }
}

async function play(
  server: Server,
  tokens: string[],
  scenario: Scenario,
  hall: Hall,
): Promise<Found> {
  await using viewerProcess = startViewers()
  const here = tokens.slice(0, scenario.viewers)
  const first = await comeIn(server, viewerProcess, hall, here, scenario.streams)
  const before = await server.usage()
  const startedAt = performance.now()
  await viewerProcess.begin()
  const { messageCount, newest } = await converse(hall.url, here, scenario)
  const after = await server.usage()
  const ms = performance.now() - startedAt
  const timeout = performance.now() + ALL_HEARD_WITHIN_MS
  let sum = await viewerProcess.postMessage(newest)
  while (sum.behind > 0 && performance.now() < timeout) {
    await setTimeout(100)
    sum = await viewerProcess.postMessage(newest)
  }
  return {
    ...sum,
    messageCount,
    core: (after.cpu - before.cpu) / ms / 10,
    rssMB: after.rss / 1_000_000,
    kB: (before.rss - first.rss) / (here.length - first.viewers) / 1_000,
  }
}

/** Posts a message, and captures the talk with it and the response to a client that has it. */
export async function look({ url }: Server, token: string) {
  const authorization = `Bearer ${token}`
  await post(url + PATH, token)
  const talk = await capture(url + PATH, { authorization })
  const line = (JSON.parse(Buffer.from(talk.body, 'base64').toString()) as TalkMessage[]).at(-1)!
  const news = await capture(`${url}${PATH}?after=${line.id}`, { authorization })
  const etag = news.headers.etag!
  const quiet = await capture(`${url}${PATH}?after=${line.id}`, {
    authorization,
    'if-none-match': etag,
  })
  return {
    hall: { url: url + PATH, last: line.id, etag },
    answers: {
      quiet,
      line: { ...talk, body: Buffer.from(JSON.stringify(line)).toString('base64') },
    },
  }
}

/** The same scene with a server that only replays the same bytes: the maximum of this machine at present. */
async function playBare(
  tokens: string[],
  scenario: Scenario,
  folder: string,
  { hall, answers }: Awaited<ReturnType<typeof look>>,
): Promise<Found> {
  const kind = scenario.streams > 0 ? 'streams' : 'node'
  await using node = await startServer([FLOORS, kind, writeResponses(answers, folder)])
  return await play(node, tokens, scenario, {
    ...hall,
    url: node.url + PATH,
    headers: { 'x-case': 'quiet' },
  })
}

const rowOf = (what: string, measured: Found): Row => ({
  what,
  figures: {
    '% core': figure([measured.core]),
    MB: figure([measured.rssMB]),
    'kB each': figure([measured.kB]),
    ...(measured.polls > 0 && {
      polls: figure([measured.polls]),
      'p99 ms': figure([measured.pollP99]),
      missed: figure([measured.missed]),
    }),
    ...(measured.messageCount > 0 && {
      lines: figure([measured.messageCount]),
      heard: figure([measured.deliveries]),
      'heard p99 ms': figure([measured.deliveryP99]),
      'last ms': figure(measured.lasts),
      'gaps+doubles+behind': figure([measured.gaps + measured.doubles + measured.behind]),
    }),
    errors: figure([measured.failures.reduce((sum, [, times]) => sum + times, 0)]),
  },
})

/** Full events: thousands of viewers with a login and a ticket each, in one talk. */
export async function live(): Promise<Section> {
  await using folder = await fillFolder()
  const { tokensAt } = await settle(folder, MAX_VIEWERS)
  const rows: Row[] = []
  for (const scenario of scenes.filter(({ what }) => what.includes(ONLY))) {
    await using room = await folder.start()
    const tokens = await tokensAt(room, scenario.viewers)
    const seen = await look(room, tokens[0]!)
    const measured = await play(room, tokens, scenario, seen.hall)
    for (const [why, times] of measured.failures)
      console.error(`${scenario.what}: ${times} × ${why}`)
    const row = rowOf(`${scenario.viewers} ${scenario.what}`, measured)
    if (!scenario.toBare) {
      rows.push({ ...row, target: scenario.holds(measured) })
      continue
    }
    const floor = await playBare(tokens, scenario, folder.path, seen)
    const ratios = scenario.toBare(measured, floor)
    for (const [name, value] of Object.entries(ratios))
      row.figures[name === 'p99' ? 'p99 of allowed' : `${name} × bare`] = figure([value])
    rows.push(
      { ...row, target: scenario.holds(measured, ratios) },
      rowOf('  bare node:http', floor),
    )
  }
  return { title: 'Full events: viewers with a login and a ticket each', rows }
}

if (import.meta.main) await report('live', live)
