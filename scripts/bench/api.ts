import { join } from 'node:path'
import type { Event } from '#contract/events/calls.ts'
import type { TalkMessage } from '#contract/live/calls.ts'
import { capture, writeResponses } from './capture.ts'
import { type Server, startLoader, startServer } from './processes.ts'
import { figure, type Row, report, type Section } from './report.ts'
import { fillFolder, logIn } from './room.ts'
import { type Question, ratio, rounds } from './rounds.ts'
import { MEMBER, ROOM, type Subject } from './statements.ts'

const API = '/api/application'
/** Limits of a poll: CPU relative to the baseline server, and bytes if nothing is new. */
const POLL_MAX = 1.5
const POLL_BYTES_MAX = 150
/** CPU relative to a bare Hono server with the same statements, of a single row and of a list. */
const STATEMENT_MAX = { one: 4, list: 6 }
const FLOORS = new URL('./floors.ts', import.meta.url).pathname

interface Case extends Question {
  what: string
  subject: Subject
  /** The answer: one row, a list, or a poll. */
  size: 'one' | 'list' | 'poll'
}

/** A live event that the member may watch, and the id of its last message. */
export async function findLive(room: Server, token: string) {
  const ask = async <T>(path: string) => {
    const answer = await fetch(room.url + API + path, {
      headers: { authorization: `Bearer ${token}` },
    })
    return (await answer.json()) as T
  }
  const onAir = await ask<Event[]>('/event?state=live')
  const event = onAir.find(({ can }) => can.watch)
  if (!event) throw new Error(`${MEMBER.name} has no live event to watch`)
  const talk = await ask<TalkMessage[]>(`/live/${event.id}/talk`)
  return { event: event.id, last: talk.at(-1)!.id }
}

async function casesOf(room: Server): Promise<{ cases: Case[]; event: string }> {
  const token = await logIn(room, MEMBER.email)
  const { event, last } = await findLive(room, token)
  const visitor = {}
  const member = { authorization: `Bearer ${token}` }
  const paths: [Subject, Case['size'], string, (typeof visitor)[]][] = [
    ['rooms', 'list', '/room', [visitor, member]],
    ['room', 'one', `/room/${ROOM}`, [visitor, member]],
    ['events', 'list', '/event', [visitor, member]],
    ['event', 'one', `/event/${event}`, [visitor, member]],
    ['threads', 'list', `/room/${ROOM}/thread`, [visitor, member]],
    ['me', 'one', '/me', [member]],
    ['joined', 'list', '/event/join', [member]],
    ['talk', 'poll', `/live/${event}/talk`, [member]],
    ['news', 'poll', `/live/${event}/talk?after=${last}`, [member]],
  ]
  const cases = paths.flatMap(([subject, size, path, callers]) =>
    callers.map((headers): Case => {
      const what = `${subject} ${headers === visitor ? 'visitor' : 'member'} 200`
      return {
        what,
        subject,
        size,
        path: API + path,
        status: 200,
        headers: { ...headers, 'x-case': what },
      }
    }),
  )
  return { cases: (await Promise.all(cases.map((one) => withKnown(room, one)))).flat(), event }
}

/**
 * Adds the conditional request (304) as a case of its own, for a response with an ETag that the demo does not change
 * by itself.
 */
async function withKnown(room: Server, one: Case): Promise<Case[]> {
  if (one.size !== 'poll' && one.subject !== 'room') return [one]
  const { headers } = await capture(room.url + one.path, one.headers)
  if (!headers.etag) return [one]
  const what = one.what.replace('200', '304')
  const known = { ...one.headers, 'if-none-match': headers.etag, 'x-case': what }
  return [one, { ...one, what, status: 304, headers: known }]
}

async function captureAll(room: Server, cases: Case[]) {
  const captured = cases.map(
    async ({ what, path, headers }) => [what, await capture(room.url + path, headers)] as const,
  )
  return Object.fromEntries(await Promise.all(captured))
}

type Measured = Awaited<ReturnType<typeof rounds<'room' | 'node' | 'hono' | 'sqlite'>>>

function targetOf({ size, status }: Case, { room, node, sqlite }: Measured): Row['target'] {
  if (size !== 'poll') {
    const max = STATEMENT_MAX[size]
    return { says: `≤ ${max}× statement`, held: ratio(room.cpu, sqlite.cpu).median <= max }
  }
  const quiet = status === 304
  const held =
    ratio(room.cpu, node.cpu).median <= POLL_MAX && (!quiet || room.bytes <= POLL_BYTES_MAX)
  return { says: `≤ ${POLL_MAX}× node${quiet ? `, ≤ ${POLL_BYTES_MAX} bytes` : ''}`, held }
}

function rowOf(one: Case, measured: Measured): Row {
  const { room, node, hono, sqlite } = measured
  return {
    what: one.what,
    figures: {
      'CPU µs': figure(room.cpu),
      '× statement': ratio(room.cpu, sqlite.cpu),
      '× bare Hono': ratio(room.cpu, hono.cpu),
      '× bare node': ratio(room.cpu, node.cpu),
      'requests/s': figure(room.rate),
      'p99 ms': figure(room.p99),
      'loop delay ms': figure(room.delay),
      bytes: figure([room.bytes]),
    },
    target: targetOf(one, measured)!,
  }
}

const toPeer = ({ room, peer }: Awaited<ReturnType<typeof rounds<'room' | 'peer'>>>) => ({
  '× peer requests/s': ratio(room.rate, peer.rate),
  'peer p99 ms': figure(peer.p99),
})

/**
 * Servers of others that run already, from `--peer SUBJECT=URL`: each is asked for that URL in turn with our call, so
 * that requests a second and p99 are of the same minute.
 */
function peers(): Map<string, Server> {
  const given = process.argv.flatMap((word, at) =>
    word === '--peer' ? [process.argv[at + 1]!] : [],
  )
  return new Map(
    given.map((word) => {
      const [subject, url] = [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]
      return [subject, peerAt(url)]
    }),
  )
}

const peerAt = (url: string): Server => ({
  url,
  isWhole: true,
  startMs: Number.NaN,
  usage: async () => ({ cpu: Number.NaN, rss: Number.NaN, delay: Number.NaN }),
  async [Symbol.asyncDispose]() {},
})

export async function api(): Promise<Section> {
  await using folder = await fillFolder()
  await using room = await folder.start()
  const { cases, event } = await casesOf(room)
  const answers = writeResponses(await captureAll(room, cases), folder.path)
  const floor = (kind: string, ...more: string[]) => startServer([FLOORS, kind, answers, ...more])
  await using node = await floor('node')
  await using hono = await floor('hono')
  await using sqlite = await floor('sqlite', join(folder.path, 'room.sqlite'), event)
  await using loader = startLoader()
  const rows: Row[] = []
  const beside = peers()
  for (const one of cases) {
    const peer = one.status === 200 ? beside.get(one.subject) : undefined
    const row = rowOf(one, await rounds(loader, { room, node, hono, sqlite }, one))
    if (peer) Object.assign(row.figures, toPeer(await rounds(loader, { room, peer }, one)))
    rows.push(row)
  }
  return { title: 'Reading: CPU of the server process per request', rows }
}

if (import.meta.main) await report('api', api)
