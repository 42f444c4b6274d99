import { setTimeout } from 'node:timers/promises'
import { fromCursor } from '#contract/cursor.ts'
import type { TalkMessage } from '#contract/live.ts'
import { capture, keep } from './capture.ts'
import type { Usage } from './meter.ts'
import { type Crowd, type Server, startCrowd, startServer } from './processes.ts'
import { figure, type Row, report, type Section } from './report.ts'
import { fillFolder } from './room.ts'
import type { Sum } from './tally.ts'
import { EVENT, settle } from './town.ts'
import { type Hall, now } from './viewer.ts'

const PATH = `/api/application/live/${EVENT}/talk`
const FLOORS = new URL('./floors.ts', import.meta.url).pathname
/** `BENCH_VIEWERS` and `BENCH_SECONDS` make it smaller, `BENCH_SCENE` plays only those of that name. */
const MOST = Number(process.env.BENCH_VIEWERS ?? 10_000)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60)
const ONLY = process.env.BENCH_SCENE ?? ''
/** All come within seconds, and each login is looked up: what is measured begins when nobody waits any more. */
const LOOK_MS = 2_000
const SETTLED_WITHIN_MS = 60_000
const ALL_HEARD_WITHIN_MS = 10_000
const SPEAKERS_FROM = 7
const BARE_MS = 10_000

interface Scene {
  what: string
  viewers: number
  streams: number
  /** Messages a second, each by another person. */
  said: number
  seconds: number
  holds: (found: Found) => { says: string; held: boolean }
}
interface Found extends Sum {
  said: number
  /** Of one core, in percent. */
  core: number
  rssMB: number
  /** Of one viewer. */
  kB: number
}
const whole = ({ gaps, doubles, behind, failures }: Sum) =>
  gaps + doubles + behind + failures.length === 0

const scenes: Scene[] = [
  {
    what: 'half polling, half on streams, 20 lines a second',
    viewers: MOST / 5,
    streams: MOST / 10,
    said: 20,
    seconds: SECONDS,
    holds: (found) => ({
      says: 'each line once, in order, none missed; p99 ≤ 2 s with polls',
      held: whole(found) && found.missed === 0 && found.deliveryP99 <= 2_000,
    }),
  },
  {
    what: 'streams only, 20 lines a second',
    viewers: MOST / 5,
    streams: MOST / 5,
    said: 20,
    seconds: SECONDS / 2,
    holds: (found) => ({
      says: 'each line once, in order; p99 ≤ 1 s',
      held: whole(found) && found.deliveryP99 <= 1_000,
    }),
  },
  {
    what: 'polling a quiet talk',
    viewers: MOST,
    streams: 0,
    said: 0,
    seconds: SECONDS / 2,
    holds: (found) => ({
      says: '0 missed, p99 ≤ 100 ms, ≤ 35 % of a core, ≤ 200 MB',
      held:
        whole(found) &&
        found.missed === 0 &&
        found.pollP99 <= 100 &&
        found.core <= 35 &&
        found.rssMB <= 200,
    }),
  },
  {
    what: 'streams, a line a second',
    viewers: MOST,
    streams: MOST,
    said: 1,
    seconds: SECONDS / 2,
    holds: (found) => ({
      says: 'last to hear ≤ 150 ms, ≤ 15 kB each',
      held: whole(found) && figure(found.lasts).median <= 150 && found.kB <= 15,
    }),
  },
]

async function say(url: string, token: string) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ message: `${now()} 聞こえますか` }),
  })
  if (answer.status !== 201) throw new Error(`nothing could be said: ${answer.status}`)
  return fromCursor(((await answer.json()) as TalkMessage).id)
}

/** So many lines a second for so long, by one person after the other. Returns how many, and the number of the newest. */
async function converse(url: string, tokens: string[], { said, seconds }: Scene) {
  const lines: Promise<number>[] = []
  const startedAt = performance.now()
  for (let n = 0; n < said * seconds; n++) {
    await setTimeout(Math.max(0, startedAt + (n * 1_000) / said - performance.now()))
    lines.push(say(url, tokens[(n * SPEAKERS_FROM) % tokens.length]!))
  }
  await setTimeout(Math.max(0, startedAt + seconds * 1_000 - performance.now()))
  return { said: lines.length, newest: Math.max(0, ...(await Promise.all(lines))) }
}

async function settled(crowd: Crowd) {
  const patience = performance.now() + SETTLED_WITHIN_MS
  do {
    await crowd.begin()
    await setTimeout(LOOK_MS)
  } while ((await crowd.tell(0)).missed > 0 && performance.now() < patience)
}

/**
 * A tenth of each kind before the others: the first who come make the server touch what it needs whoever comes. Returns
 * what it had used by then, for so many.
 */
async function comeIn(
  room: Server,
  crowd: Crowd,
  hall: Hall,
  tokens: string[],
  streams: number,
): Promise<Usage & { viewers: number }> {
  const following = tokens.slice(0, streams)
  const polling = tokens.slice(streams)
  const [some, more] = [following, polling].map((all) => Math.ceil(all.length / 10))
  const come = (follow: string[], poll: string[]) =>
    crowd.come({ ...hall, tokens: [...follow, ...poll], streams: follow.length })
  await come(following.slice(0, some), polling.slice(0, more))
  await settled(crowd)
  const usage = await room.usage()
  await come(following.slice(some), polling.slice(more))
  await settled(crowd)
  return { ...usage, viewers: some! + more! }
}

async function play(room: Server, tokens: string[], scene: Scene): Promise<Found> {
  await using crowd = startCrowd()
  const url = room.url + PATH
  const bearer = { authorization: `Bearer ${tokens[0]}` }
  const lines = JSON.parse(
    Buffer.from((await capture(url, bearer)).body, 'base64').toString(),
  ) as TalkMessage[]
  const last = lines.at(-1)?.id ?? '0000000'
  const { headers } = await capture(`${url}?after=${last}`, bearer)
  const here = tokens.slice(0, scene.viewers)
  const first = await comeIn(room, crowd, { url, last, etag: headers.etag! }, here, scene.streams)
  const before = await room.usage()
  const startedAt = performance.now()
  await crowd.begin()
  const { said, newest } = await converse(url, here, scene)
  const after = await room.usage()
  const ms = performance.now() - startedAt
  const patience = performance.now() + ALL_HEARD_WITHIN_MS
  let sum = await crowd.tell(newest)
  while (sum.behind > 0 && performance.now() < patience) {
    await setTimeout(100)
    sum = await crowd.tell(newest)
  }
  return {
    ...sum,
    said,
    core: (after.cpu - before.cpu) / ms / 10,
    rssMB: after.rss / 1_000_000,
    kB: (before.rss - first.rss) / (here.length - first.viewers) / 1_000,
  }
}

interface Bare extends Sum {
  /** Microseconds a poll. */
  each: number
  core: number
  rssMB: number
}

/** How the same polls go, and what they cost, where a server does nothing but give back the same bytes. */
async function bare(room: Server, tokens: string[], folder: string, scene: Scene): Promise<Bare> {
  const url = room.url + PATH
  const bearer = { authorization: `Bearer ${tokens[0]}` }
  const { headers } = await capture(`${url}?after=7vvvvvv`, bearer)
  const quiet = await capture(`${url}?after=7vvvvvv`, { ...bearer, 'if-none-match': headers.etag! })
  await using node = await startServer([FLOORS, 'node', keep({ quiet }, folder)])
  await using crowd = startCrowd()
  await crowd.come({
    url: node.url + PATH,
    last: '0000000',
    etag: headers.etag!,
    tokens: tokens.slice(0, scene.viewers),
    streams: 0,
    headers: { 'x-case': 'quiet' },
  })
  await settled(crowd)
  await crowd.begin()
  const before = await node.usage()
  const startedAt = performance.now()
  await setTimeout(BARE_MS)
  const after = await node.usage()
  const cpu = after.cpu - before.cpu
  const sum = await crowd.tell(0)
  return {
    ...sum,
    each: cpu / sum.polls,
    core: cpu / (performance.now() - startedAt) / 10,
    rssMB: after.rss / 1_000_000,
  }
}

const rowOf = (scene: Scene, found: Found): Row => ({
  what: `${scene.viewers} ${scene.what}`,
  figures: {
    '% core': figure([found.core]),
    MB: figure([found.rssMB]),
    'kB each': figure([found.kB]),
    ...(found.polls > 0 && {
      polls: figure([found.polls]),
      'p99 ms': figure([found.pollP99]),
      missed: figure([found.missed]),
    }),
    ...(found.said > 0 && {
      lines: figure([found.said]),
      heard: figure([found.deliveries]),
      'heard p99 ms': figure([found.deliveryP99]),
      'last ms': figure(found.lasts),
      'gaps+doubles+behind': figure([found.gaps + found.doubles + found.behind]),
    }),
    errors: figure([found.failures.reduce((sum, [, times]) => sum + times, 0)]),
  },
  target: scene.holds(found),
})

/** What this machine could do at all, now. */
const floorRow = ({ viewers, what }: Scene, floor: Bare): Row => ({
  what: `  ${viewers} ${what}, bare node:http`,
  figures: {
    '% core': figure([floor.core]),
    MB: figure([floor.rssMB]),
    polls: figure([floor.polls]),
    'p99 ms': figure([floor.pollP99]),
    missed: figure([floor.missed]),
    'CPU µs': figure([floor.each]),
  },
})

/** Full houses: thousands of people, each with a login and a ticket of their own, at one talk. */
export async function live(): Promise<Section> {
  await using folder = await fillFolder()
  const { tokensAt } = await settle(folder, MOST)
  const rows: Row[] = []
  for (const scene of scenes.filter(({ what }) => what.includes(ONLY))) {
    await using room = await folder.start()
    const tokens = await tokensAt(room, scene.viewers)
    const found = await play(room, tokens, scene)
    for (const [why, times] of found.failures) console.error(`${scene.what}: ${times} × ${why}`)
    const row = rowOf(scene, found)
    if (scene.streams === 0) {
      const each = (found.core * 1e4 * scene.seconds) / found.polls
      const floor = await bare(room, tokens, folder.path, scene)
      row.figures['CPU µs'] = figure([each])
      row.figures['× bare'] = figure([each / floor.each])
      rows.push(row, floorRow(scene, floor))
    } else rows.push(row)
  }
  return { title: 'A full house: people with logins and tickets of their own', rows }
}

if (import.meta.main) await report('live', live)
