import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { DAY_MS } from '#contract/lib/durations.ts'
import { commitmentOf } from '#contract/lottery/draw.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { addRow } from '#server/testing/rows.ts'
import { settle } from './fixtures.ts'
import { type Loader, type Server, startLoader } from './processes.ts'
import { figure, report, type Section } from './report.ts'
import { type Folder, fillFolder } from './room.ts'
import { ratio } from './rounds.ts'

const PEOPLE = 2_000
const SEATS = 500
const ROUNDS = 5
const MAX_MS = 60_000
/** Lotteries whose minutes come one after the other, and the time between, in which the emails of one are written. */
const MINUTES = 3
const APART_MS = 25_000
/** Until the first minute: within it the server makes the draws, which it looks for every ten seconds. */
const DRAWN_WITHIN_MS = 45_000
/** Before a minute, all ask for their account, for the ratio. */
const BEFORE_MS = 8_000
/** Relative to an ordinary read of one person. */
const TARGET = 3

const API = '/api/application'
const ACCOUNT = `${API}/me`
const ownOf = (id: string) => `${API}/me/lottery/${id}`

/** A lottery that is closed, with an application of every viewer; its results are due at `minute`. */
async function addLottery({ path }: Folder, id: string, minute: number) {
  const engine = openSqlite(join(path, 'room.sqlite'))
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  const room = await engine.db
    .selectFrom('room')
    .innerJoin('user', 'user.id', 'room.owner_id')
    .select(['room.id', 'user.name'])
    .executeTakeFirstOrThrow()
  await engine.db.transaction().execute(async (tx) => {
    const times = { opens_at: at(20 * DAY_MS), starts_at: at(20 * DAY_MS) }
    const ticket = { ...times, valid_until: at(21 * DAY_MS), amount: 3_000, capacity: SEATS }
    await addRow(tx, 'digital_ticket', { id, room_id: room.id, ...ticket })
    const [secret, created_at] = ['f'.repeat(64), at(-2 * DAY_MS)]
    const announced_at = new Date(minute).toISOString()
    await tx
      .insertInto('lottery')
      .values({
        ...{ digital_ticket_id: id, opens_at: at(-DAY_MS), closes_at: at(-1), announced_at },
        ...{ ends_at: at(10 * DAY_MS), buy_days: 3, max_group: 1, members_first: 0, then_sold: 0 },
        ...{ secret, commitment: commitmentOf(secret), list_hash: null, drawn_at: null },
        ...{ over_at: null, passed_places: null, created_at },
      })
      .execute()
    for (let n = 0; n < PEOPLE; n++) {
      const of = { digital_ticket_id: id, created_at }
      const group = { ...of, id: `${id}-group-${n}`, invite: `${id}-invite-${n}`, choices: '[]' }
      await tx
        .insertInto('lottery_group')
        .values({ ...group, won_at: null, ticket_type_id: null })
        .execute()
      const person = { user_id: `viewer-${n}`, contribution: `contribution-${n}` }
      await tx
        .insertInto('application')
        .values({ ...of, ...person, public_id: `${id}-${n}`, group_id: group.id, position: 0 })
        .execute()
    }
  })
  await engine.close()
  return `${API}/room/${room.name}/digitalTicket/${id}/lottery`
}

/** All people ask once, at the same moment. */
async function askAtOnce(loader: Loader, server: Server, path: string, tokens: string[]) {
  const before = await server.usage()
  const job = { headers: {}, tokens, status: 200, distinct: false }
  const bounds = { connections: PEOPLE, requests: PEOPLE, maxMs: MAX_MS }
  const { ms } = await loader.run({ ...job, ...bounds, url: server.url + path })
  const after = await server.usage()
  return { ms, cpu: (after.cpu - before.cpu) / PEOPLE }
}

/** Throws if the server has not told its result. */
async function assertTold({ url }: Server, path: string, token = '') {
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
  const { state } = (await answer.json()) as { state: string }
  if (state !== 'won' && state !== 'lost')
    throw new Error(`nothing was told at the minute: ${state}`)
}

/** What was asked, beside the accounts that were asked for just before. */
function row(what: string, all: Took[], accounts: Took[]) {
  const times = ratio(ms(all), ms(accounts))
  return {
    what,
    figures: {
      'ms to the last': figure(ms(all)),
      'CPU µs': figure(all.map(({ cpu }) => cpu)),
      '× own account': times,
    },
    target: { says: `≤ ${TARGET}× own account`, held: times.median <= TARGET },
  }
}

/** Everybody who applied asks at the minute of the results, while the server writes their emails and notifications. */
export async function resultMinute(): Promise<Section> {
  await using folder = await fillFolder()
  const { tokensAt } = await settle(folder, PEOPLE, 0)
  const first = Date.now() + DRAWN_WITHIN_MS
  const minutes = Array.from({ length: MINUTES }, (_, n) => ({
    id: `bench-night-${n}`,
    minute: first + n * APART_MS,
  }))
  let published = ''
  for (const { id, minute } of minutes) published = await addLottery(folder, id, minute)
  await using server = await folder.start()
  await using loader = startLoader()
  const tokens = await tokensAt(server, PEOPLE)
  const ask = (path: string) => askAtOnce(loader, server, path, tokens)
  for (const path of [ACCOUNT, ownOf('bench-night-0'), published]) await ask(path)
  const before: Took[] = []
  const atMinute: Took[] = []
  for (const { id, minute } of minutes) {
    await setTimeout(minute - BEFORE_MS - Date.now())
    before.push(await ask(ACCOUNT))
    await setTimeout(minute - Date.now())
    atMinute.push(await ask(ownOf(id)))
    await assertTold(server, ownOf(id), tokens[0])
  }
  // What the server still writes must not count for one side alone.
  await untilQuiet(server)
  const paths = { account: ACCOUNT, own: ownOf('bench-night-0'), published }
  const took = { account: [] as Took[], own: [] as Took[], published: [] as Took[] }
  for (let n = 0; n < ROUNDS; n++)
    for (const side of ['account', 'own', 'published'] as const)
      took[side].push(await ask(paths[side]))
  return {
    title: `The minute of the results: ${PEOPLE.toLocaleString('en')} people ask at once, ${SEATS} have won`,
    rows: [
      row('own application at the minute, beside the emails', atMinute, before),
      row('own application after it', took.own, took.account),
      row('what is published', took.published, took.account),
      { what: 'own account', figures: { 'ms to the last': figure(ms(took.account)) } },
    ],
  }
}

interface Took {
  ms: number
  cpu: number
}
const ms = (all: Took[]) => all.map((one) => one.ms)

/** CPU of a server that does nothing but its recurring work, in microseconds a second. */
const QUIET = 100_000

async function untilQuiet(server: Server) {
  for (;;) {
    const before = await server.usage()
    await setTimeout(1_000)
    if ((await server.usage()).cpu - before.cpu < QUIET) return
  }
}

if (import.meta.main) await report('resultMinute', resultMinute)
