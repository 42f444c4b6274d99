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

const PEOPLE = 2_000
const SEATS = 500
const ROUNDS = 5
const MAX_MS = 60_000
/** Until the results: within it the server freezes the list and makes the draw, which it looks for every ten seconds. */
const DRAWN_WITHIN_MS = 45_000
/** Relative to an ordinary read of one person. */
const TARGET = 3

const TICKET = 'bench-night'
const API = '/api/application'
const OWN = `${API}/me/lottery/${TICKET}`

/** A lottery that is closed, with an application of every viewer; its results are due at `announced_at`. */
async function addLottery({ path }: Folder, announced_at: string) {
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
    await addRow(tx, 'digital_ticket', { id: TICKET, room_id: room.id, ...ticket })
    const [secret, created_at] = ['f'.repeat(64), at(-2 * DAY_MS)]
    await tx
      .insertInto('lottery')
      .values({
        ...{ digital_ticket_id: TICKET, opens_at: at(-DAY_MS), closes_at: at(-1), announced_at },
        ...{ ends_at: at(10 * DAY_MS), buy_days: 3, max_group: 1, members_first: 0, then_sold: 0 },
        ...{ secret, commitment: commitmentOf(secret), list_hash: null, drawn_at: null },
        ...{ over_at: null, passed_places: null, created_at },
      })
      .execute()
    for (let n = 0; n < PEOPLE; n++) {
      const of = { digital_ticket_id: TICKET, created_at }
      const group = { ...of, id: `group-${n}`, invite: `invite-${n}`, choices: '[]' }
      await tx
        .insertInto('lottery_group')
        .values({ ...group, won_at: null, ticket_type_id: null })
        .execute()
      const person = { user_id: `viewer-${n}`, contribution: `contribution-${n}` }
      await tx
        .insertInto('application')
        .values({ ...of, ...person, public_id: `p${n}`, group_id: group.id, position: 0 })
        .execute()
    }
  })
  await engine.close()
  return `${API}/room/${room.name}/digitalTicket/${TICKET}/lottery`
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

/** Everybody who applied asks at the minute of the results, while the server writes their emails and notifications. */
export async function resultMinute(): Promise<Section> {
  await using folder = await fillFolder()
  const { tokensAt } = await settle(folder, PEOPLE, 0)
  const minute = Date.now() + DRAWN_WITHIN_MS
  const published = await addLottery(folder, new Date(minute).toISOString())
  await using server = await folder.start()
  await using loader = startLoader()
  const tokens = await tokensAt(server, PEOPLE)
  const ask = (path: string) => askAtOnce(loader, server, path, tokens)
  const stateOf = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    return ((await (await fetch(server.url + OWN, { headers })).json()) as { state: string }).state
  }
  for (const path of [`${API}/me`, OWN, published]) await ask(path)
  await setTimeout(minute - Date.now())
  const atMinute = await ask(OWN)
  const told = await stateOf(tokens[0] ?? '')
  if (told !== 'won' && told !== 'lost') throw new Error(`nothing was told at the minute: ${told}`)
  // What the server writes at that minute must not count for one side alone.
  await untilQuiet(server)
  const sides = { me: `${API}/me`, own: OWN, published }
  const took = { me: [] as Took[], own: [] as Took[], published: [] as Took[] }
  for (let n = 0; n < ROUNDS; n++)
    for (const side of ['me', 'own', 'published'] as const) took[side].push(await ask(sides[side]))
  const row = (what: string, all: Took[]) => {
    const floor = figure(ms(took.me)).median
    const times = figure(ms(all).map((one) => one / floor))
    const figures = {
      'ms to the last': figure(ms(all)),
      'CPU µs': figure(all.map(({ cpu }) => cpu)),
    }
    return { what, figures: { ...figures, '× own account': times } }
  }
  const meets = (of: ReturnType<typeof row>) => ({
    ...of,
    target: {
      says: `≤ ${TARGET}× own account`,
      held: of.figures['× own account'].median <= TARGET,
    },
  })
  return {
    title: `The minute of the results: ${PEOPLE.toLocaleString('en')} people ask at once, ${SEATS} have won`,
    rows: [
      row('own account', took.me),
      meets(row('own application at the minute, beside the emails', [atMinute])),
      meets(row('own application after it', took.own)),
      meets(row('what is published', took.published)),
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
