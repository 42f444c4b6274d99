import { type RawBuilder, sql } from 'kysely'
import { DAY_MS } from '#contract/lib/durations.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import type { Db } from '#server/db/schema.ts'
import type { SearchCondition } from '#server/db/search.ts'
import { memberColumns } from '#server/features/auth/queries.ts'
import { takesKonbini } from '#server/features/payments/konbini-queries.ts'

export type TicketRow = NonNullable<Awaited<ReturnType<typeof findTicket>>>
export type IssuedRow = NonNullable<Awaited<ReturnType<typeof findIssued>>>

/** Digital tickets with their room, and whether the viewer holds one. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one query, with what a ticket page shows
export const ticketsFor = (db: Db, viewerId: string) =>
  db
    .selectFrom('digital_ticket')
    .innerJoin('room', 'room.id', 'digital_ticket.room_id')
    .innerJoin('user as owner', 'owner.id', 'room.owner_id')
    .leftJoin('lottery', 'lottery.digital_ticket_id', 'digital_ticket.id')
    .selectAll('digital_ticket')
    .select(['lottery.opens_at as applied_from', 'lottery.closes_at', 'lottery.announced_at'])
    .select(['lottery.ends_at', 'lottery.buy_days', 'lottery.max_group'])
    .select(['lottery.members_first', 'lottery.then_sold'])
    .select([
      'room.owner_id',
      'room.title as room_title',
      'room.icon_image_path as room_icon',
      'room.tint as room_tint',
      'owner.name as owner_name',
    ])
    .select(takesKonbini('digital_ticket'))
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('issued_ticket as held')
            .select('held.id')
            .whereRef('held.digital_ticket_id', '=', 'digital_ticket.id')
            .where('held.holder_id', '=', viewerId)
            .where('held.status', 'in', ['valid', 'used']),
        )
        .as('is_held'),
    )
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('issued_ticket as ended')
            .select('ended.id')
            .whereRef('ended.digital_ticket_id', '=', 'digital_ticket.id')
            .where('ended.holder_id', '=', viewerId),
        )
        .as('was_held'),
    )
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('room_staff as door')
            .select('door.user_id')
            .whereRef('door.room_id', '=', 'room.id')
            .where('door.user_id', '=', viewerId)
            .where('door.role', '=', 'door'),
        )
        .as('works_door'),
    )
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('ticket_type as sold_as')
            .select('sold_as.id')
            .whereRef('sold_as.digital_ticket_id', '=', 'digital_ticket.id'),
        )
        .as('has_types'),
    )
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('promotion')
            .select('promotion.id')
            .whereRef('promotion.digital_ticket_id', '=', 'digital_ticket.id')
            .where('promotion.stopped', '=', 0),
        )
        .as('has_codes'),
    )

/** Coming ones first, soonest first; then past ones, latest first. */
const comingFirst = (now: string): RawBuilder<unknown>[] => [
  sql`case when digital_ticket.valid_until >= ${now} then 0 else 1 end`,
  sql`case when digital_ticket.valid_until >= ${now} then digital_ticket.starts_at end`,
  sql`digital_ticket.starts_at desc`,
  sql`digital_ticket.id`,
]

interface RoomTickets {
  viewerId: string
  roomId: string
  /** Includes drafts and cancelled ones. */
  all: boolean
  now: string
}

export const listTickets = (
  db: Db,
  { viewerId, roomId, all, now }: RoomTickets,
  { limit, offset }: PageWindow,
) =>
  ticketsFor(db, viewerId)
    .where('digital_ticket.room_id', '=', roomId)
    .$if(!all, (q) => q.where('digital_ticket.status', '=', 'published'))
    .orderBy(sql`${sql.join(comingFirst(now))}`)
    .limit(limit)
    .offset(offset)
    .execute()

interface Coming {
  viewerId: string
  now: string
  /** Only those that open before this instant. */
  until: string | undefined
  /** Of the room. */
  genre: string | undefined
  matching: SearchCondition | undefined
}

/** Published tickets of open rooms that one can still enter by; the next first. */
export const listComing = (
  db: Db,
  { viewerId, now, until, genre, matching }: Coming,
  { limit, offset }: PageWindow,
) =>
  ticketsFor(db, viewerId)
    // A literal, not a parameter: the index of openings has this condition.
    .where('digital_ticket.status', '=', sql.lit('published'))
    .where('digital_ticket.opens_at', '>', openedSince(now))
    .where('digital_ticket.valid_until', '>', now)
    .where('room.state', '=', 1)
    .$if(until !== undefined, (q) => q.where('digital_ticket.opens_at', '<', until ?? ''))
    .$if(genre !== undefined, (q) => q.where('room.genre', '=', genre ?? ''))
    .$call((q) => (matching ? q.where(matching('digital_ticket.id')) : q))
    .orderBy('digital_ticket.opens_at')
    .orderBy('digital_ticket.id')
    .limit(limit)
    .offset(offset)
    .execute()

/** Tickets for several days that opened longer ago are not found, so that the index of openings is read from here. */
const openedSince = (now: string) => new Date(Date.parse(now) - DAY_MS).toISOString()

/** Coming tickets that the search index lacks, as those of the release before. */
export const listUnindexed = (db: Db, now: string, limit: number) =>
  db
    .selectFrom('digital_ticket')
    .innerJoin('room', 'room.id', 'digital_ticket.room_id')
    .select(['digital_ticket.id', 'digital_ticket.title', 'digital_ticket.venue'])
    .select(['digital_ticket.about', 'room.title as room_title'])
    .where('digital_ticket.status', '=', sql.lit('published'))
    .where('digital_ticket.opens_at', '>', now)
    .where((eb) =>
      eb.not(
        eb.exists(
          sql`(select 1 from search_text where search_text.kind = 'ticket'
            and search_text.id = digital_ticket.id)`,
        ),
      ),
    )
    .limit(limit)
    .execute()

export const findTicket = (db: Db, viewerId: string, roomId: string, id: string) =>
  ticketsFor(db, viewerId)
    .where('digital_ticket.room_id', '=', roomId)
    .where('digital_ticket.id', '=', id)
    .executeTakeFirst()

export const findTicketById = (db: Db, viewerId: string, id: string) =>
  ticketsFor(db, viewerId).where('digital_ticket.id', '=', id).executeTakeFirst()

/** Whether holders of this ticket give their name; false if there is no such ticket. */
export const isNamed = async (db: Db, id: string): Promise<boolean> => {
  const ticket = await db
    .selectFrom('digital_ticket')
    .select('named')
    .where('id', '=', id)
    .executeTakeFirst()
  return ticket?.named === 1
}

/** The person's issued ticket of this digital ticket. */
export const findHeld = (db: Db, holderId: string, ticketId: string) =>
  db
    .selectFrom('issued_ticket')
    .select(['id', 'seq'])
    .where('digital_ticket_id', '=', ticketId)
    .where('holder_id', '=', holderId)
    .where('status', 'in', ['valid', 'used'])
    .executeTakeFirst()

/** The type of an issued ticket, and what was paid for it with the seats of companions. */
export const typeColumns = [
  'type.name as type_name',
  'type.note as type_note',
  'type.color as type_color',
  'paid.amount as paid_amount',
  'paid.seats as paid_seats',
] as const

/** The order that paid an issued ticket; that of a companion's is its leader's. */
export const payingOrder = sql<string | null>`coalesce(issued_ticket.order_id,
  (select leader.order_id from companion_seat
  inner join issued_ticket as leader on leader.id = companion_seat.leader_id
  where companion_seat.ticket_id = issued_ticket.id))`

/** Tickets held, and tickets given to others. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one query, with what a ticket box shows
const issuedTo = (db: Db, holderId: string) =>
  ticketsFor(db, holderId)
    .innerJoin('issued_ticket', 'issued_ticket.digital_ticket_id', 'digital_ticket.id')
    .leftJoin('gate', 'gate.id', 'issued_ticket.used_gate_id')
    .innerJoin('user as holder', (on) => on.on('holder.id', '=', holderId))
    .leftJoin('transfer as offer', (on) =>
      on
        .onRef('offer.issued_ticket_id', '=', 'issued_ticket.id')
        .onRef('offer.from_id', '=', 'issued_ticket.holder_id')
        .on('offer.status', '=', 'offered'),
    )
    .leftJoin('ticket_type as type', 'type.id', 'issued_ticket.ticket_type_id')
    .leftJoin('order as paid', (on) => on.on('paid.id', '=', payingOrder))
    .leftJoin('user', 'user.id', 'offer.to_id')
    .leftJoin('entrant', (on) =>
      on
        .onRef('entrant.digital_ticket_id', '=', 'digital_ticket.id')
        .on('entrant.user_id', '=', holderId),
    )
    .leftJoin('paper_ticket as paper', (on) =>
      on
        .onRef('paper.issued_ticket_id', '=', 'issued_ticket.id')
        .on('paper.user_id', '=', holderId),
    )
    .leftJoin('device_binding as binding', (on) =>
      on
        .onRef('binding.issued_ticket_id', '=', 'issued_ticket.id')
        .on('binding.revoked_at', 'is', null),
    )
    .leftJoin('resale as resold', (on) =>
      on.onRef('resold.order_id', '=', 'issued_ticket.order_id').on('resold.outcome', '=', 'sold'),
    )
    .select(memberColumns)
    .select(['paper.name as paper_name', 'binding.moves_from', 'type.number_prefix as type_prefix'])
    .select(['binding.moves_to', 'resold.id as resold_id'])
    .select(typeColumns)
    .select([
      'issued_ticket.id as issued_id',
      'issued_ticket.holder_id',
      'issued_ticket.number',
      'issued_ticket.gate_hint',
      'issued_ticket.status as issued_status',
      'issued_ticket.issued_at',
      'issued_ticket.used_at',
      'gate.name as used_gate',
      'issued_ticket.credential',
      'holder.display_name as holder_name',
      'entrant.needs',
      'entrant.name as entrant_name',
      'entrant.contact as entrant_contact',
    ])
    .where('issued_ticket.id', 'in', (eb) =>
      eb
        .selectFrom('issued_ticket as own')
        .select('own.id')
        .where('own.holder_id', '=', holderId)
        .union(
          eb
            .selectFrom('transfer as given')
            .select('given.issued_ticket_id as id')
            .where('given.from_id', '=', holderId)
            .where('given.status', '=', 'accepted'),
        ),
    )

export const listIssued = (db: Db, holderId: string, now: string, { limit, offset }: PageWindow) =>
  issuedTo(db, holderId)
    .orderBy(sql`${sql.join(comingFirst(now))}`)
    .orderBy('issued_ticket.id')
    .limit(limit)
    .offset(offset)
    .execute()

export const findIssued = (db: Db, holderId: string, id: string) =>
  issuedTo(db, holderId).where('issued_ticket.id', '=', id).executeTakeFirst()
