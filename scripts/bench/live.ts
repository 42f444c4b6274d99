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

export const PATH = `/api/application/live/${EVENT}/talk`
const FLOORS = new URL('./floors.ts', import.meta.url).pathname
/** `BENCH_VIEWERS` and `BENCH_SECONDS` make it smaller, `BENCH_SCENE` plays only those of that name. */
export const MOST = Number(process.env.BENCH_VIEWERS ?? 10_000)
export const SECONDS = Number(process.env.BENCH_SECONDS ?? 60)
const ONLY = process.env.BENCH_SCENE ?? ''
/** All come within seconds, and each login is looked up: what is measured begins when nobody waits any more. */
const LOOK_MS = 2_000
const SETTLED_WITHIN_MS = 60_000
const ALL_HEARD_WITHIN_MS = 10_000
const SPEAKERS_FROM = 7
/** Where the machine itself is quick enough. */
export const POLL_P99_MS = 100

interface Scene {
  what: string
  viewers: number
  streams: number
  /** Messages a second, each by another person. */
  said: number
  seconds: number
  /** Of ours to a server that does nothing else, on this machine and in this run. */
  toBare?: (found: Found, bare: Found) => Record<string, number>
  holds: (found: Found, toBare?: Record<string, number>) => { says: string; held: boolean }
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
    toBare: (found, bare) => ({
      CPU: found.core / found.polls / (bare.core / bare.polls),
      // Of what is allowed in any case, or of a machine that is slow itself.
      p99: found.pollP99 / Math.max(POLL_P99_MS, 1.5 * bare.pollP99),
      kB: found.kB / bare.kB,
    }),
    holds: (found, { CPU, p99, kB } = {}) => ({
      says: '0 missed; CPU ≤ 1.5×, p99 ≤ 100 ms or 1.5×, kB ≤ 1.3×',
      held: whole(found) && found.missed === 0 && CPU! <= 1.5 && p99! <= 1 && kB! <= 1.3,
    }),
  },
  {
    what: 'streams, a line a second',
    viewers: MOST,
    streams: MOST,
    said: 1,
    seconds: SECONDS / 2,
    toBare: (found, bare) => ({
      last: figure(found.lasts).median / figure(bare.lasts).median,
      kB: found.kB / bare.kB,
    }),
    holds: (found, { last, kB } = {}) => ({
      says: 'last to hear ≤ 1.5×, kB ≤ 1.3×',
      held: whole(found) && last! <= 1.5 && kB! <= 1.3,
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
export async function comeIn(
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

async function play(server: Server, tokens: string[], scene: Scene, hall: Hall): Promise<Found> {
  await using crowd = startCrowd()
  const here = tokens.slice(0, scene.viewers)
  const first = await comeIn(server, crowd, hall, here, scene.streams)
  const before = await server.usage()
  const startedAt = performance.now()
  await crowd.begin()
  const { said, newest } = await converse(hall.url, here, scene)
  const after = await server.usage()
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

/** The talk as it stands, a line in it: that one, and what is answered to who has it. */
export async function look({ url }: Server, token: string) {
  const authorization = `Bearer ${token}`
  await say(url + PATH, token)
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

/** The same where a server does nothing but give back the same bytes: what this machine could do at all, now. */
async function playBare(
  tokens: string[],
  scene: Scene,
  folder: string,
  { hall, answers }: Awaited<ReturnType<typeof look>>,
): Promise<Found> {
  const kind = scene.streams > 0 ? 'streams' : 'node'
  await using node = await startServer([FLOORS, kind, keep(answers, folder)])
  return await play(node, tokens, scene, {
    ...hall,
    url: node.url + PATH,
    headers: { 'x-case': 'quiet' },
  })
}

const rowOf = (what: string, found: Found): Row => ({
  what,
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
})

/** Full houses: thousands of people, each with a login and a ticket of their own, at one talk. */
export async function live(): Promise<Section> {
  await using folder = await fillFolder()
  const { tokensAt } = await settle(folder, MOST)
  const rows: Row[] = []
  for (const scene of scenes.filter(({ what }) => what.includes(ONLY))) {
    await using room = await folder.start()
    const tokens = await tokensAt(room, scene.viewers)
    const seen = await look(room, tokens[0]!)
    const found = await play(room, tokens, scene, seen.hall)
    for (const [why, times] of found.failures) console.error(`${scene.what}: ${times} × ${why}`)
    const row = rowOf(`${scene.viewers} ${scene.what}`, found)
    if (!scene.toBare) {
      rows.push({ ...row, target: scene.holds(found) })
      continue
    }
    const floor = await playBare(tokens, scene, folder.path, seen)
    const ratios = scene.toBare(found, floor)
    for (const [name, value] of Object.entries(ratios))
      row.figures[name === 'p99' ? 'p99 of allowed' : `${name} × bare`] = figure([value])
    rows.push({ ...row, target: scene.holds(found, ratios) }, rowOf('  bare node:http', floor))
  }
  return { title: 'A full house: people with logins and tickets of their own', rows }
}

if (import.meta.main) await report('live', live)
