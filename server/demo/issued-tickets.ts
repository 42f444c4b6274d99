import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { ticketHash } from '#contract/door/code.ts'
import { entryBytes } from '#contract/door/log.ts'
import { patternNumber } from '#contract/door/pattern-number.ts'
import { typedTitle } from '#contract/tickets/ticket-type.ts'
import type { Schema } from '#server/db/schema.ts'
import { claimsOf, signCode } from '#server/features/tickets/issuing/signing-keys.ts'
import { seriesStart, ticketNumberOf } from '#server/features/tickets/issuing/ticket-number.ts'
import { later, sell } from './money.ts'
import type { DemoTicketPlan } from './plans/ticket-plans.ts'
import type { DemoRoom } from './rooms.ts'
import { type Book, DAY, HOUR, MINUTE } from './tables.ts'

/** PKCS #8 prefix of a raw Ed25519 key. */
const ED25519_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

export const bytesFrom = (book: Book, length: number) =>
  Buffer.from(Array.from({ length }, () => book.between(0, 255)))

/** A constant key, acceptable for demo tickets only. */
export function demoKey(book: Book) {
  const key = Buffer.concat([ED25519_HEAD, bytesFrom(book, 32)])
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

type Ticket = Schema['digital_ticket']
type Type = Schema['ticket_type']
type Gate = Schema['gate']
type Key = ReturnType<typeof demoKey>

export const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** An entry ticket with all that is sold of it. */
export interface Selling {
  plan: DemoTicketPlan
  ticket: Ticket
  types: Type[]
  room: DemoRoom
  key: Key & { id: string }
  gates: Gate[]
  /** How many numbers of each series are given. */
  counts: Map<string, number>
}

/** Next sequence number of the series of the type. */
export function nextDemoSeq({ ticket, counts }: Selling, type: Type | null): number {
  const series = type?.number_series ? type.id : ticket.id
  const count = (counts.get(series) ?? 0) + 1
  counts.set(series, count)
  return seriesStart(type) + count
}

interface Issue {
  holder: string
  seq: number
  type: Type | null
  /** An instant; some time before the doors open, unless given. */
  at?: string
  /** Seats of the purchase; 0: the ticket was handed over by its buyer. */
  seats?: number
  used?: boolean
}

/** Adds the ticket of one person, with its purchase. */
export async function issue(
  book: Book,
  selling: Selling,
  { holder, seq, type, at, seats = 1, used = false }: Issue,
): Promise<Schema['issued_ticket']> {
  const { ticket, room, key, gates } = selling
  const last = Math.min(book.now, Date.parse(ticket.opens_at))
  const issued_at = at ?? new Date(last - book.random() * 25 * DAY - HOUR).toISOString()
  const amount = (type?.amount ?? ticket.amount) * seats
  const number = ticketNumberOf(seq, ticket, type?.number_prefix ?? null)
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
          seats,
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
  const used_at = used ? later(ticket.opens_at, book.random() * 40 * MINUTE) : null
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
    live_only: 0,
  })
  const issued = book.add('issued_ticket', {
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
  return issued
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
