import { findLive } from './api.ts'
import { capture, writeResponses } from './capture.ts'
import { rawCommits } from './floors-disk.ts'
import { type Server, startLoader, startServer } from './processes.ts'
import { figure, type Row, report, type Section } from './report.ts'
import { type Folder, fillFolder, logIn } from './room.ts'
import { ratio, rounds } from './rounds.ts'
import { MEMBER } from './statements.ts'

const API = '/api/application/live'
const FLOORS = new URL('./floors.ts', import.meta.url).pathname
/** Limits of a poll: CPU relative to the baseline server, and bytes if nothing is new. */
const POLL_MAX = 1.5
const POLL_BYTES_MAX = 150
const POSTS = { requests: 3_000, maxMs: 3_000 }

interface Site {
  room: Server
  token: string
  event: string
  last: string
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Polls as the app sends them, compared to a baseline server that replays the same bytes. */
async function polls({ room, token, event, last }: Site, folder: Folder): Promise<Row[]> {
  const page = `${API}/${event}/talk`
  const before = (Number.parseInt(last, 32) - 3).toString(32).padStart(last.length, '0')
  const etag = async (path: string) => (await capture(room.url + path, bearer(token))).headers.etag!
  const questions = [
    { what: 'unchanged, page', path: page, status: 304, known: await etag(page) },
    {
      what: 'unchanged, after',
      path: `${page}?after=${last}`,
      status: 304,
      known: await etag(`${page}?after=${last}`),
    },
    { what: 'changed, page', path: page, status: 200 },
    { what: 'changed, after', path: `${page}?after=${before}`, status: 200 },
  ].map(({ known, ...question }) => ({
    ...question,
    headers: {
      ...bearer(token),
      'x-case': question.what,
      ...(known && { 'if-none-match': known }),
    },
  }))
  const captured = await Promise.all(
    questions.map(async ({ what, path, headers }) => [
      what,
      await capture(room.url + path, headers),
    ]),
  )
  await using node = await startServer([
    FLOORS,
    'node',
    writeResponses(Object.fromEntries(captured), folder.path),
  ])
  await using loader = startLoader()
  const rows: Row[] = []
  for (const question of questions) {
    const measured = await rounds(loader, { room, node }, question)
    const toNode = ratio(measured.room.cpu, measured.node.cpu)
    const quiet = question.status === 304
    rows.push({
      what: question.what,
      figures: {
        'CPU µs': figure(measured.room.cpu),
        '× bare node': toNode,
        'requests/s': figure(measured.room.rate),
        bytes: figure([measured.room.bytes]),
      },
      target: {
        says: `≤ ${POLL_MAX}×${quiet ? `, ≤ ${POLL_BYTES_MAX} bytes` : ''}`,
        held: toNode.median <= POLL_MAX && (!quiet || measured.room.bytes <= POLL_BYTES_MAX),
      },
    })
  }
  return rows
}

async function posts({ room, token, event }: Site, folder: Folder): Promise<Row[]> {
  await using loader = startLoader()
  const raw = rawCommits(folder.path)
  const rows: Row[] = [{ what: 'raw commits', figures: { 'requests/s': figure([raw]) } }]
  for (const connections of [1, 64]) {
    const { requests, ms } = await loader.run({
      ...POSTS,
      url: `${room.url}${API}/${event}/talk`,
      headers: { ...bearer(token), 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'こんばんは' }),
      status: 201,
      distinct: false,
      connections,
    })
    const rate = (requests / ms) * 1_000
    rows.push({
      what: `posts, ${connections} at once`,
      figures: { 'requests/s': figure([rate]), '× raw commit': figure([rate / raw]) },
    })
  }
  return rows
}

/** Talk: cached polls, and posted messages. */
export async function talk(): Promise<Section> {
  await using folder = await fillFolder()
  await using room = await folder.start()
  const token = await logIn(room, MEMBER.email)
  const site = { room, token, ...(await findLive(room, token)) }
  const rows = [...(await polls(site, folder)), ...(await posts(site, folder))]
  return { title: 'Talk: CPU of the server process per poll, posts', rows }
}

if (import.meta.main) await report('talk', talk)
