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
const FLOORS = new URL('./floors.ts', import.meta.url).pathname

interface Case extends Question {
  what: string
  subject: Subject
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
  const paths: [Subject, string][] = [
    ['rooms', '/room'],
    ['event', `/event/${event}`],
    ['threads', `/room/${ROOM}/thread`],
    ['talk', `/live/${event}/talk`],
    ['news', `/live/${event}/talk?after=${last}`],
  ]
  const cases = paths.flatMap(([subject, path]) => [
    ...(path.startsWith('/live') ? [] : [caseOf(subject, path, 'visitor', {})]),
    caseOf(subject, path, 'member', { authorization: `Bearer ${token}` }),
  ])
  return { cases: (await Promise.all(cases.map((one) => withKnown(room, one)))).flat(), event }
}

const caseOf = (
  subject: Subject,
  path: string,
  who: string,
  headers: Record<string, string>,
  status = 200,
): Case => {
  const what = `${subject} ${who} ${status}`
  return { what, subject, path: API + path, status, headers: { ...headers, 'x-case': what } }
}

/** Adds the conditional request (304) as a case of its own for a response with an ETag. */
async function withKnown(room: Server, one: Case): Promise<Case[]> {
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

function rowOf({ what, subject, status }: Case, { room, node, hono, sqlite }: Measured): Row {
  const toNode = ratio(room.cpu, node.cpu)
  const poll = subject === 'talk' || subject === 'news'
  const quiet = status === 304
  const held = toNode.median <= POLL_MAX && (!quiet || room.bytes <= POLL_BYTES_MAX)
  return {
    what,
    figures: {
      'CPU µs': figure(room.cpu),
      '× bare node': toNode,
      '× bare Hono': ratio(room.cpu, hono.cpu),
      '× statement': ratio(room.cpu, sqlite.cpu),
      'node µs': figure(node.cpu),
      'requests/s': figure(room.rate),
      bytes: figure([room.bytes]),
    },
    ...(poll && {
      target: { says: `≤ ${POLL_MAX}×${quiet ? `, ≤ ${POLL_BYTES_MAX} bytes` : ''}`, held },
    }),
  }
}

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
  for (const one of cases)
    rows.push(rowOf(one, await rounds(loader, { room, node, hono, sqlite }, one)))
  return { title: 'Reading: CPU of the server process per request', rows }
}

if (import.meta.main) await report('api', api)
