import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { ticketHash } from '#contract/door/code.ts'
import { entryBytes } from '#contract/door/log.ts'
import { patternNumber } from '#contract/door/pattern-number.ts'
import { entryOf } from '#contract/lib/defined.ts'
import { KONBINI_DAYS } from '#contract/payments/konbini.ts'
import { typedTitle } from '#contract/tickets/ticket-type.ts'
import { OFFER_HOURS } from '#contract/waitlist/limits.ts'
import type { Schema } from '#server/db/schema.ts'
import {
  claimsOf,
  rawPublic,
  sealKey,
  signCode,
} from '#server/features/tickets/issuing/signing-keys.ts'
import { ticketNumberOf } from '#server/features/tickets/issuing/ticket-number.ts'
import type { Secrets } from '#server/process/secrets.ts'
import { readersOf } from './members.ts'
import { sell } from './money.ts'
import type { DemoPerson } from './people.ts'
import { scenePath } from './pictures.ts'
import { type DemoTicketPlan, GATES, TICKET_PLANS } from './plans/ticket-plans.ts'
import type { DemoRoom } from './rooms.ts'
import { type Book, DAY, HOUR, MINUTE } from './tables.ts'

/** PKCS #8 prefix of a raw Ed25519 key. */
const ED25519_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

const bytesFrom = (book: Book, length: number) =>
  Buffer.from(Array.from({ length }, () => book.between(0, 255)))

/** A constant key, acceptable for demo tickets only. */
function demoKey(book: Book) {
  const key = Buffer.concat([ED25519_HEAD, bytesFrom(book, 32)])
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

type Ticket = Schema['digital_ticket']
type Type = Schema['ticket_type']
type Gate = Schema['gate']
type Key = ReturnType<typeof demoKey>

const plus = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString()
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

interface Selling {
  plan: DemoTicketPlan
  ticket: Ticket
  types: Type[]
  room: DemoRoom
  key: Key & { id: string }
  gates: Gate[]
}

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
    await issueAll(book, { plan, ticket, types, room, key, gates }, entryOf(people, 'haru').id)
  }
}

function addTicket(book: Book, plan: DemoTicketPlan, room: DemoRoom): Ticket {
  const { doors } = plan
  const opens_at =
    'minutesAgo' in doors ? book.roundedAgo(doors.minutesAgo) : book.onDay(doors.days, doors.at)
  const planned = plus(opens_at, -45 * DAY)
  const created_at = planned < book.ago(0) ? planned : book.ago(2 * DAY)
  const starts_at = plus(opens_at, 30 * MINUTE)
  return book.add('digital_ticket', {
    id: book.newId(),
    room_id: room.id,
    title: plan.title,
    about: plan.about,
    venue: plan.venue,
    opens_at,
    starts_at,
    valid_until: plus(starts_at, 4 * HOUR),
    amount: Math.max(plan.amount, ...(plan.types ?? []).map(({ amount }) => amount)),
    capacity: plan.capacity,
    taken: 0,
    waiting: 0,
    offer_hours: OFFER_HOURS.usual,
    move_wait_hours: 0,
    resale_until: null,
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
      sales_from: null,
      sales_until: null,
      per_person: null,
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

async function issueAll(book: Book, selling: Selling, haru: string) {
  const { plan, ticket, room } = selling
  const buyers = book.some(
    readersOf(book, room).filter((id) => id !== haru),
    plan.sold,
  )
  // The fan gets 整理番号 042, if enough tickets were sold.
  const fanIndex = Math.min(buyers.length, 40)
  const holders = plan.haru
    ? [...buyers.slice(0, fanIndex), haru, ...buyers.slice(fanIndex)]
    : buyers
  for (const [n, holder] of holders.entries())
    await issue(book, selling, {
      holder,
      seq: n + 1,
      number: ticketNumberOf(n + 1, ticket),
      type: typeOf(selling, n + 1),
      used: used(book, selling, holder === haru),
    })
  book.add('counter', { name: `issued:${ticket.id}`, last: holders.length })
}

const used = (book: Book, { plan }: Selling, isFan: boolean) =>
  plan.used !== undefined && (isFan || book.random() < plan.used)

interface Issue {
  holder: string
  seq: number
  number: string
  type: Type | null
  used: boolean
}

async function issue(book: Book, selling: Selling, { holder, seq, number, type, used }: Issue) {
  const { ticket, room, key, gates } = selling
  const last = Math.min(book.now, Date.parse(ticket.opens_at))
  const issued_at = new Date(last - book.random() * 25 * DAY - HOUR).toISOString()
  const amount = type?.amount ?? ticket.amount
  if (type) type.taken++
  const order =
    amount > 0
      ? sell(book, {
          buyerId: holder,
          sellerId: room.owner_id,
          kind: 'digital_ticket',
          productId: ticket.id,
          title: typedTitle(ticket.title, type?.name ?? null),
          amount,
          ticketTypeId: type?.id ?? null,
          at: issued_at,
        })
      : null
  const id = book.newId()
  const claims = { ...claimsOf(ticket, { id, number }), keyId: key.id }
  const credential = signCode(key.privateKey, claims)
  const pattern = patternNumber(number)
  const gate = gates.find(
    ({ range_from, range_to }) =>
      range_from !== null && range_to !== null && range_from <= pattern && pattern <= range_to,
  )
  const used_at = used ? plus(ticket.opens_at, book.random() * 40 * MINUTE) : null
  const hash = await ticketHash(id)
  book.add('entitlement', {
    id: book.newId(),
    user_id: holder,
    kind: 'digital_ticket',
    subject_id: ticket.id,
    order_id: order?.id ?? null,
    number: seq,
    status: 'valid',
    granted_at: issued_at,
    revoked_at: null,
    is_public: 0,
  })
  book.add('issued_ticket', {
    id,
    digital_ticket_id: ticket.id,
    holder_id: holder,
    order_id: order?.id ?? null,
    ticket_type_id: type?.id ?? null,
    seq,
    number,
    gate_hint: gate?.name ?? '',
    status: used ? 'used' : 'valid',
    credential,
    generation: 0,
    hash,
    issued_at,
    used_at,
    used_gate_id: used && gate ? gate.id : null,
  })
  if (used_at && gate) logEntry(book, gate, key, hash, used_at)
}

function logEntry(book: Book, gate: Gate, key: Key, ticket_hash: string, scanned_at: string) {
  gate.admitted++
  gate.last_sync_at = scanned_at > (gate.last_sync_at ?? '') ? scanned_at : gate.last_sync_at
  const nonce = hashOf(`${gate.id} ${ticket_hash}`)
  const seq = gate.admitted
  const entry = { nonce, seq, ticket_hash, scanned_at, did: 'admit', reason: '' } as const
  book.add('gate_log', {
    ...entry,
    id: book.newId(),
    gate_id: gate.id,
    happened_at: scanned_at,
    received_at: scanned_at,
    signature: sign(null, entryBytes(gate.id, entry), key.privateKey).toString('base64url'),
  })
}
