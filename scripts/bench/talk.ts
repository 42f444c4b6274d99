import { setTimeout } from 'node:timers/promises'
import { REACTIONS_EVERY_MS, REACTIONS_SHOWN_MS, TALK_POLL_MS } from '#contract/live/limits.ts'
import { findLive } from './api.ts'
import { capture, writeResponses } from './capture.ts'
import { rawCommits } from './floors-disk.ts'
import type { Job } from './load.ts'
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
/** Limit of viewers who all react, relative to the same viewers when none does. */
const REACTING_MAX = 1.5
const REACTING_ROUNDS = 5
const REACTING = { requests: 2_500, maxMs: 1_000, distinct: false, connections: 16 }
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

/**
 * A second of viewers who poll and react as fast as the app sends it, compared to one in which they only poll. Polls
 * are answered with the number of reactions meanwhile.
 */
async function reactions({ room, token, event, last }: Site): Promise<Row[]> {
  await using loader = startLoader()
  const page = `${room.url}${API}/${event}/talk`
  const url = `${page}?after=${last}`
  const etag = (await capture(url, bearer(token))).headers.etag!
  const usedBy = async (job: Pick<Job, 'url' | 'status' | 'headers' | 'body'>) => {
    const before = await room.usage()
    const { requests } = await loader.run({ ...REACTING, ...job })
    return ((await room.usage()).cpu - before.cpu) / requests
  }
  const poll = { url, status: 304, headers: { ...bearer(token), 'if-none-match': etag } }
  const reaction = {
    url: `${page}/reactions?count=1`,
    status: 204,
    headers: bearer(token),
    body: '',
  }
  for (const job of [poll, reaction]) await usedBy(job)
  const measured = { quiet: [] as number[], lit: [] as number[], reaction: [] as number[] }
  for (let round = 0; round < REACTING_ROUNDS; round++) {
    await setTimeout(2 * REACTIONS_SHOWN_MS) // the windows of the last round are dark again
    measured.quiet.push(await usedBy(poll))
    measured.reaction.push(await usedBy(reaction))
    await setTimeout(TALK_POLL_MS)
    measured.lit.push(await usedBy(poll))
  }
  const each = TALK_POLL_MS / REACTIONS_EVERY_MS
  const reacting = measured.lit.map((cpu, round) => cpu + each * measured.reaction[round]!)
  const toQuiet = ratio(reacting, measured.quiet)
  return [
    {
      what: 'all react: polls and reactions of a second',
      figures: { 'CPU µs': figure(reacting), '× polling alone': toQuiet },
      target: { says: `≤ ${REACTING_MAX}×`, held: toQuiet.median <= REACTING_MAX },
    },
    { what: '  a reaction', figures: { 'CPU µs': figure(measured.reaction) } },
    { what: '  a poll meanwhile', figures: { 'CPU µs': figure(measured.lit) } },
  ]
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
  const rows = [
    ...(await polls(site, folder)),
    ...(await reactions(site)),
    ...(await posts(site, folder)),
  ]
  return { title: 'Talk: CPU of the server process per poll, posts', rows }
}

if (import.meta.main) await report('talk', talk)
