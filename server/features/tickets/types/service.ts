// Ticket types (券種): who may buy which, and what of them is shown.

import type { TicketType } from '#contract/tickets/calls.ts'
import {
  SALES_OVER,
  TYPE_FOR_MEMBERS,
  TYPE_GONE,
  TYPE_NEEDED,
  TYPE_NOT_YET,
  TYPE_OVER,
  typeForMonths,
  typeLimit,
} from '#contract/tickets/messages.ts'
import { typeSaleAt, withPresale } from '#contract/tickets/ticket-type.ts'
import type * as schema from '#server/db/schema/tickets.ts'
import type { Db } from '#server/db/schema.ts'
import {
  isListedSeatNext,
  isResaleOpen,
  seatsOnSale,
} from '#server/features/orders/waitlist/policy.ts'
import type { WaitedProduct } from '#server/features/orders/waitlist/waited-product-queries.ts'
import * as products from '#server/features/orders/waitlist/waited-product-queries.ts'
import { NOBODY } from '#server/features/profile/member.ts'
import { findMembership } from '#server/features/rooms/member-queries.ts'
import { isMember } from '#server/features/rooms/policy.ts'
import { ApiError } from '#server/http/api-error.ts'
import { refusedMembership, refusedType, remainingOf, type TypeBuyer } from './policy.ts'
import * as query from './queries.ts'

type Ticket = Pick<
  schema.DigitalTicket,
  'id' | 'room_id' | 'capacity' | 'taken' | 'starts_at' | 'valid_until'
>

/** People who wait for its seats, and its listed tickets. */
type SeatCounts = Pick<schema.DigitalTicket, 'waiting' | 'listed'>

/** `pool`: its seats, if people wait for some of the ticket or give some back. */
const presentType = (
  row: schema.TicketType,
  ticket: Ticket,
  refused: TicketType['refused'],
  now: string,
  pool: WaitedProduct | null = null,
): TicketType => ({
  id: row.id,
  name: row.name,
  amount: row.amount,
  capacity: row.capacity,
  remaining: pool ? seatsOnSale(pool, isResaleOpen(pool, now)) : remainingOf(row, ticket),
  resale: pool?.type?.waiting === 0 && isListedSeatNext(pool),
  sales_from: row.sales_from,
  sales_until: row.sales_until,
  per_person: row.per_person,
  member_months: row.member_months,
  note: row.note,
  color: row.color,
  closed: row.closed === 1,
  refused,
})

async function memberSince(db: Db, roomId: string, userId: string): Promise<string | null> {
  const membership = await findMembership(db, roomId, userId)
  return membership && isMember(membership.status) ? membership.joined_at : null
}

/** The types of tickets of one room as this viewer sees them, by ticket. */
export async function typesOf(
  db: Db,
  viewerId: string,
  tickets: (Ticket & SeatCounts & { has_types: unknown; owner_id: string })[],
  now: string,
): Promise<(ticketId: string) => TicketType[]> {
  const typed = tickets.filter(({ has_types }) => has_types)
  const [first] = typed
  if (!first) return () => []
  const ids = typed.map(({ id }) => id)
  const rows = await query.listTypes(db, ids)
  const isBuyer = viewerId !== NOBODY && viewerId !== first.owner_id
  const had = isBuyer ? await query.countHad(db, viewerId, ids) : null
  const since = had && (await memberSince(db, first.room_id, viewerId))
  const pools: WaitedProduct[] = []
  for (const { id, waiting, listed } of typed)
    if (waiting + listed > 0) pools.push(...(await products.listPools(db, 'digital_ticket', id)))
  const poolOf = ({ id }: schema.TicketType) => pools.find(({ type }) => type?.id === id)
  const refused = (row: schema.TicketType) =>
    had && refusedType(row, { memberSince: since, had: had.get(row.id) ?? 0 }, now)
  return (ticketId) =>
    typed
      .filter(({ id }) => id === ticketId)
      .flatMap((ticket) =>
        rows
          .filter(({ digital_ticket_id }) => digital_ticket_id === ticketId)
          .map((row) => presentType(row, ticket, refused(row), now, poolOf(row))),
      )
}

/** Throws the error of a refusal. */
function refuse(
  why: Exclude<TicketType['refused'], null>,
  { per_person, member_months }: schema.TicketType,
): never {
  if (why === 'limit') throw new ApiError(409, typeLimit(per_person ?? 0))
  throw new ApiError(403, why === 'members' ? TYPE_FOR_MEMBERS : typeForMonths(member_months ?? 0))
}

/** Refuses a ticket with types, of which none was chosen. */
export async function assertUntyped(db: Db, ticketId: string) {
  if (await query.hasTypes(db, ticketId)) throw new ApiError(409, TYPE_NEEDED)
}

interface ChosenSeats {
  /** Null: none was chosen. */
  id: string | null
  seats: number
  /** From then on the buyer's code opens the sale (先行); null: it does not. */
  presaleFrom?: string | null
}

/**
 * The chosen type, if the person may buy it at this instant: its sale, its conditions, its limit. Throws an `ApiError`
 * if they may not, or if none was chosen of a ticket with types. Null: the ticket has none.
 */
export async function chosenType(
  db: Db,
  ticket: Ticket,
  userId: string,
  { id: chosen, seats, presaleFrom = null }: ChosenSeats,
  now: string,
): Promise<TicketType | null> {
  if (chosen === null) {
    await assertUntyped(db, ticket.id)
    return null
  }
  const type = await query.findType(db, ticket.id, chosen)
  if (!type) throw new ApiError(409, TYPE_GONE)
  const sold = withPresale({ ...type, closed: type.closed === 1 }, presaleFrom)
  const sale = typeSaleAt(sold, ticket, now)
  if (ticket.starts_at <= now) throw new ApiError(410, SALES_OVER)
  if (sale === 'early') throw new ApiError(409, TYPE_NOT_YET)
  if (sale !== 'open') throw new ApiError(410, TYPE_OVER)
  const buyer: TypeBuyer = {
    memberSince: await memberSince(db, ticket.room_id, userId),
    had: (await query.countHad(db, userId, [ticket.id])).get(type.id) ?? 0,
  }
  const why = refusedType(type, buyer, now, seats)
  if (why) refuse(why, type)
  return presentType(type, ticket, null, now)
}

/** The type that a person has won in a lottery: at any time, but only for those for whom it is. */
export async function wonType(
  db: Db,
  ticket: Ticket,
  userId: string,
  chosen: string | null,
  now: string,
): Promise<TicketType | null> {
  const type = await typeToGive(db, ticket, userId, chosen, now)
  return type && presentType(type, ticket, null, now)
}

/** A type that an owner gives away: without its sale and its limit, but only to those for whom it is. */
export async function typeToGive(
  db: Db,
  ticket: Pick<Ticket, 'id' | 'room_id'>,
  userId: string,
  chosen: string | null,
  now: string,
): Promise<schema.TicketType | null> {
  const type = chosen === null ? null : await query.findType(db, ticket.id, chosen)
  if (type === undefined) throw new ApiError(409, TYPE_GONE)
  if (!type) {
    await assertUntyped(db, ticket.id)
    return null
  }
  await assertForType(db, type, ticket.room_id, userId, now)
  return type
}

/** Why the type is not for this person; null: it is. */
export const refusedFor = async (
  db: Db,
  type: schema.TicketType,
  roomId: string,
  userId: string,
  now: string,
) => refusedMembership(type, { memberSince: await memberSince(db, roomId, userId) }, now)

/** Refuses a person for whom the type is not. */
export async function assertForType(
  db: Db,
  type: schema.TicketType,
  roomId: string,
  userId: string,
  now: string,
) {
  const why = await refusedFor(db, type, roomId, userId, now)
  if (why) refuse(why, type)
}
