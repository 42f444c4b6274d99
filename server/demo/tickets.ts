import { entryOf } from '#contract/lib/defined.ts'
import { KONBINI_DAYS } from '#contract/payments/konbini.ts'
import { OFFER_HOURS } from '#contract/waitlist/limits.ts'
import type { Schema } from '#server/db/schema.ts'
import { rawPublic, sealKey } from '#server/features/tickets/issuing/signing-keys.ts'
import type { Secrets } from '#server/process/secrets.ts'
import { addCompanions } from './companions.ts'
import { demoKey, hashOf, issue, nextDemoSeq, type Selling } from './issued-tickets.ts'
import { addLottery } from './lotteries.ts'
import { readersOf } from './members.ts'
import { later } from './money.ts'
import type { DemoPerson } from './people.ts'
import { scenePath } from './pictures.ts'
import { type DemoTicketPlan, GATES, TICKET_PLANS } from './plans/ticket-plans.ts'
import type { DemoRoom } from './rooms.ts'
import { type Book, DAY, HOUR, MINUTE } from './tables.ts'
import { addLine } from './waiting-lists.ts'

type Ticket = Schema['digital_ticket']
type Type = Schema['ticket_type']

/** Adds entry tickets with holders, gates and admissions. */
export async function addTickets(
  book: Book,
  people: Map<string, DemoPerson>,
  rooms: Map<string, DemoRoom>,
  secrets: Secrets,
) {
  for (const plan of TICKET_PLANS) {
    const room = entryOf(rooms, plan.room)
    const ticket = addTicket(book, plan, room)
    const types = addTypes(book, plan, ticket)
    const key = { ...demoKey(book), id: book.newId() }
    book.add('credential_key', {
      id: key.id,
      digital_ticket_id: ticket.id,
      public_key: rawPublic(key.publicKey),
      private_key_sealed: sealKey(key.privateKey, secrets),
      created_at: ticket.created_at,
      retired_at: null,
    })
    const gates = plan.gates ? addGates(book, ticket) : []
    const counts = new Map<string, number>()
    const selling = { plan, ticket, types, room, key, gates, counts }
    if (plan.lottery) await addLottery(book, selling, plan.lottery, people)
    else await issueAll(book, selling, people)
    for (const [series, last] of counts) book.add('counter', { name: `issued:${series}`, last })
    if (plan.line) addLine(book, selling, plan.line, people)
  }
}

function addTicket(book: Book, plan: DemoTicketPlan, room: DemoRoom): Ticket {
  const { doors } = plan
  const opens_at =
    'minutesAgo' in doors ? book.roundedAgo(doors.minutesAgo) : book.onDay(doors.days, doors.at)
  const planned = later(opens_at, -45 * DAY)
  const created_at = planned < book.ago(0) ? planned : book.ago(2 * DAY)
  const starts_at = later(opens_at, 30 * MINUTE)
  return book.add('digital_ticket', {
    id: book.newId(),
    room_id: room.id,
    title: plan.title,
    about: plan.about,
    venue: plan.venue,
    opens_at,
    starts_at,
    valid_until: later(starts_at, 4 * HOUR),
    amount: Math.max(plan.amount, ...(plan.types ?? []).map(({ amount }) => amount)),
    capacity: plan.capacity,
    taken: 0,
    waiting: 0,
    offer_hours: OFFER_HOURS.usual,
    move_wait_hours: 0,
    resale_until: plan.resale ? opens_at : null,
    listed: 0,
    konbini_days: plan.amount > 0 ? KONBINI_DAYS.max : 0,
    max_seats: plan.maxSeats ?? 1,
    members_only: plan.membersOnly ? 1 : 0,
    no_transfer: plan.noTransfer ? 1 : 0,
    named: 0,
    reentry: plan.room === 'aoi' ? 1 : 0,
    image_path: scenePath(plan.scene),
    number_prefix: 'A',
    number_start: 1,
    number_skip: '[4,44]',
    plan_epoch: 0,
    door_changes: 0,
    open_fields: '[]',
    status: plan.status ?? 'published',
    created_at,
    updated_at: created_at,
  })
}

const addTypes = (book: Book, { types = [] }: DemoTicketPlan, ticket: Ticket) =>
  types.map(({ members, share, ...type }, position) =>
    book.add('ticket_type', {
      ...type,
      id: book.newId(),
      digital_ticket_id: ticket.id,
      position,
      taken: 0,
      waiting: 0,
      listed: 0,
      sales_from: null,
      sales_until: null,
      per_person: null,
      number_prefix: type.number_prefix ?? null,
      number_series: type.number_prefix ? position + 1 : null,
      member_months: members ? 0 : null,
      closed: 0,
      created_at: ticket.created_at,
    }),
  )

/** The type of the nth of the sold tickets, by the shares of the plan; null: of a ticket without types. */
function typeOf({ plan, types }: Selling, nth: number): Type | null {
  let sold = 0
  const at = (plan.types ?? []).findIndex(({ share }) => nth <= (sold += share) * plan.sold)
  return types[at] ?? types.at(-1) ?? null
}

const addGates = (book: Book, ticket: Ticket) =>
  GATES.map(({ name, from, to }) =>
    book.add('gate', {
      id: book.newId(),
      digital_ticket_id: ticket.id,
      name,
      range_from: from,
      range_to: to,
      invite_hash: hashOf(`invite ${ticket.id} ${name}`),
      token_hash: null,
      public_key: null,
      epoch: 0,
      held: '[]',
      admitted: 0,
      claimed_at: null,
      claimed_by: null,
      last_sync_at: null,
      revoked_at: null,
      created_at: ticket.created_at,
    }),
  )

async function issueAll(book: Book, selling: Selling, people: Map<string, DemoPerson>) {
  const { plan, room } = selling
  const haru = entryOf(people, 'haru').id
  const companions = (plan.companions ?? []).map((name) => name && entryOf(people, name).id)
  const buyers = book.some(
    readersOf(book, room).filter((id) => id !== haru && !companions.includes(id)),
    plan.sold,
  )
  // The fan gets 整理番号 042, if enough tickets were sold.
  const fanIndex = Math.min(buyers.length, 40)
  const holders = plan.haru
    ? [...buyers.slice(0, fanIndex), haru, ...buyers.slice(fanIndex)]
    : buyers
  let sold = 0
  for (const holder of holders) {
    const isFan = holder === haru
    const seats = isFan ? 1 + companions.length : 1
    const type = typeOf(selling, sold + 1)
    sold += seats
    const leader = await issue(book, selling, {
      ...{ holder, seq: nextDemoSeq(selling, type), type, seats },
      used: used(book, selling, isFan),
    })
    if (isFan) await addCompanions(book, selling, leader, companions)
  }
}

const used = (book: Book, { plan }: Selling, isFan: boolean) =>
  plan.used !== undefined && (isFan || book.random() < plan.used)
