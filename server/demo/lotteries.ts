import { defined, entryOf } from '#contract/lib/defined.ts'
import { sha256Hex } from '#contract/lib/sha256.ts'
import {
  commitmentOf,
  drawWinners,
  readList,
  seedOf,
  writeList,
  writeResult,
} from '#contract/lottery/draw.ts'
import { LOTTERY_MAX } from '#contract/lottery/limits.ts'
import { REMIND_AT_LEFT } from '#contract/waitlist/limits.ts'
import type { Schema } from '#server/db/schema.ts'
import { bytesFrom, issue, nextDemoSeq, type Selling } from './issued-tickets.ts'
import { readersOf } from './members.ts'
import { later } from './money.ts'
import type { DemoPerson } from './people.ts'
import type { DemoLotteryPlan } from './plans/ticket-plans.ts'
import { type Book, cycled, DAY, MINUTE } from './tables.ts'

type Lottery = Schema['lottery']

/** Numbers of people of the groups, in turn. */
const SIZES = [1, 1, 2, 1, 1, 1, 3, 1, 2, 1, 1, 4]
/** Share of the applicants who are no members of the room. */
const STRANGERS = 0.1
/** Share of the winners who have bought already. */
const BOUGHT = 0.6

const newToken = (book: Book, bytes: number) => bytesFrom(book, bytes).toString('base64url')
const newSecret = (book: Book) => bytesFrom(book, 32).toString('hex')

interface Applied {
  group: Schema['lottery_group']
  people: Schema['application'][]
  /** Whether all of them are members of the room. */
  areMembers: boolean
}

/** Adds 抽選販売 with its applications and, if its results are due, its draw and sales. */
export async function addLottery(
  book: Book,
  selling: Selling,
  plan: DemoLotteryPlan,
  people: Map<string, DemoPerson>,
): Promise<void> {
  const { id, created_at } = selling.ticket
  const secret = newSecret(book)
  const row = book.add('lottery', {
    digital_ticket_id: id,
    opens_at: book.onDay(...plan.opens),
    closes_at: book.onDay(...plan.closes),
    announced_at: book.onDay(...plan.announced),
    ends_at: book.onDay(...plan.ends),
    buy_days: LOTTERY_MAX.buyDays,
    max_group: LOTTERY_MAX.group,
    members_first: 1,
    then_sold: 0,
    secret,
    commitment: commitmentOf(secret),
    list_hash: null,
    drawn_at: null,
    over_at: null,
    passed_places: null,
    created_at,
  })
  const applied = addApplications(book, selling, row, plan, people)
  if (row.announced_at <= book.ago(0)) await addDraw(book, selling, row, applied)
}

/** The people of a plan in groups; those whom it names are the first one. */
function groupsOf(
  book: Book,
  { room }: Selling,
  plan: DemoLotteryPlan,
  people: Map<string, DemoPerson>,
): string[][] {
  const fans = plan.fans.map((name) => entryOf(people, name).id)
  // The guest who can log in has bought nothing yet.
  const accounts = ['haru', 'sora', 'unei'].map((name) => entryOf(people, name).id)
  const aside = new Set([...fans, room.owner_id, ...accounts])
  const members = readersOf(book, room).filter((id) => !aside.has(id))
  const strangers = [...people.values()]
    .map(({ id }) => id)
    .filter((id) => !aside.has(id) && !members.includes(id))
  const outside = Math.round(plan.people * STRANGERS)
  const others = book.some(
    [...book.some(members, plan.people - outside - fans.length), ...book.some(strangers, outside)],
    plan.people,
  )
  const groups = fans.length > 0 ? [fans] : []
  while (others.length > 0) groups.push(others.splice(0, cycled(SIZES, groups.length)))
  return groups
}

function addApplications(
  book: Book,
  selling: Selling,
  row: Lottery,
  plan: DemoLotteryPlan,
  people: Map<string, DemoPerson>,
): Applied[] {
  const { ticket, types, room } = selling
  const members = new Set(readersOf(book, room))
  const [from, to] = [Date.parse(row.opens_at), Date.parse(row.closes_at)]
  const until = Math.min(book.now, to) - SIZES.length * MINUTE
  return groupsOf(book, selling, plan, people).map((users) => {
    const created_at = new Date(from + (until - from) * book.random()).toISOString()
    const count = book.between(1, Math.min(LOTTERY_MAX.choices, types.length))
    const group = book.add('lottery_group', {
      id: book.newId(),
      digital_ticket_id: ticket.id,
      invite: newToken(book, 16),
      choices: JSON.stringify(book.some(types, count).map(({ id }) => id)),
      won_at: null,
      ticket_type_id: null,
      created_at,
    })
    const applications = users.map((user_id, position) =>
      book.add('application', {
        public_id: newToken(book, 12),
        digital_ticket_id: ticket.id,
        group_id: group.id,
        position,
        user_id,
        contribution: newToken(book, 16),
        created_at: later(created_at, position * MINUTE),
      }),
    )
    return { group, people: applications, areMembers: users.every((id) => members.has(id)) }
  })
}

/** The list of a ticket without types, with the winners by this secret. */
function drawWith(secret: string, { ticket }: Selling, applied: Applied[]) {
  const commitment = commitmentOf(secret)
  const list = writeList({
    ticket: ticket.id,
    commitment,
    places: ticket.capacity,
    choices: [{ type: null, places: null }],
    entries: applied.map(({ people, areMembers }) => ({
      weight: areMembers ? 2 : 1,
      choices: [1],
      people: people.map(({ public_id: id, contribution }) => ({ id, contribution })),
    })),
  })
  const listHash = sha256Hex(list)
  const winners = drawWinners(defined(readList(list), 'a list'), seedOf(secret, listHash))
  const won = winners.map(({ id }) =>
    defined(
      applied.find(({ people }) => people.some(({ public_id }) => public_id === id)),
      'the group of a winner',
    ),
  )
  return { commitment, list, listHash, won, result: writeResult({ secret, listHash, winners }) }
}

/** Adds the draw, the winners' seats and the tickets that they have bought. */
async function addDraw(
  book: Book,
  selling: Selling,
  row: Lottery,
  applied: Applied[],
): Promise<void> {
  const [fans] = applied
  let draw = drawWith(row.secret, selling, applied)
  // The fan wins, so that the demo has a winner's page. It can be repeated as any other draw.
  while (fans && !draw.won.includes(fans)) {
    row.secret = newSecret(book)
    draw = drawWith(row.secret, selling, applied)
  }
  row.commitment = draw.commitment
  row.list_hash = draw.listHash
  row.drawn_at = later(row.closes_at, MINUTE)
  const digital_ticket_id = selling.ticket.id
  book.add('draw_text', { digital_ticket_id, list: draw.list, result: draw.result })
  const begins = row.announced_at
  const sold = (book.now - Date.parse(begins)) / 2
  for (const applications of draw.won) {
    applications.group.won_at = begins
    const has = applications !== fans && book.random() < BOUGHT
    for (const { user_id } of applications.people) {
      const holder = defined(user_id, 'an applicant')
      const at = later(begins, book.random() * sold)
      const issued = has
        ? await issue(book, selling, { holder, seq: nextDemoSeq(selling, null), type: null, at })
        : null
      const span = row.buy_days * DAY
      book.add('seat_offer', {
        id: book.newId(),
        user_id: holder,
        kind: 'digital_ticket',
        subject_id: digital_ticket_id,
        order_id: issued?.order_id ?? null,
        ticket_type_id: null,
        seats: 1,
        drawn: 1,
        created_at: begins,
        remind_at: later(begins, span * (1 - REMIND_AT_LEFT)),
        reminded_at: null,
        expires_at: later(begins, span),
        closed_at: issued?.issued_at ?? null,
        outcome: issued ? 'taken' : null,
      })
    }
  }
}
