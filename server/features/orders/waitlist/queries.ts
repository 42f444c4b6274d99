import { sql } from 'kysely'
import { hasRow } from '#server/db/has-row.ts'
import type { SeatedKind, WaitlistEntry } from '#server/db/schema/seats.ts'
import type { Id } from '#server/db/schema/types.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { SeatPool } from '../right-queries.ts'

interface EntryKey {
  userId: string
  kind: SeatedKind
  productId: string
}
type Outcome = NonNullable<WaitlistEntry['outcome']>

interface NewEntry {
  id: Id
  type: Id | null
  seats: number
  at: string
}

/** Adds a person at the end of the line; false if they are in it. The product's row is locked. */
export async function append(
  tx: Tx,
  { id, userId, kind, productId, type, seats, at }: EntryKey & NewEntry,
): Promise<boolean> {
  const last = await tx
    .selectFrom('waitlist')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .where('kind', '=', kind)
    .where('subject_id', '=', productId)
    .executeTakeFirst()
  const added = await tx
    .insertInto('waitlist')
    .values({
      ...{ id, user_id: userId, kind, subject_id: productId, ticket_type_id: type },
      ...{ seq: Number(last?.seq ?? 0) + 1, seats, passed: 0, gathered: 0 },
      ...{ created_at: at, closed_at: null, outcome: null },
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

export const findOpen = (db: Db, { userId, kind, productId }: EntryKey) =>
  db
    .selectFrom('waitlist')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('subject_id', '=', productId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()

/** The place in the line, from 1: of its type, or of all types that share the places of the ticket. */
export async function placeOf(
  db: Db,
  { kind, subject_id, ticket_type_id, seq }: SeatPool & Pick<WaitlistEntry, 'seq'>,
): Promise<number> {
  const { ahead } = await db
    .selectFrom('waitlist')
    .select((eb) => eb.fn.countAll().as('ahead'))
    .where('kind', '=', kind)
    .where('subject_id', '=', subject_id)
    .where('closed_at', 'is', null)
    .where('seq', '<=', seq)
    .$if(ticket_type_id !== null, (line) =>
      line.where(
        sql<boolean>`(ticket_type_id = ${ticket_type_id} or 2 = (select count(*) from ticket_type
          where ticket_type.id in (waitlist.ticket_type_id, ${ticket_type_id}) and capacity is null))`,
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(ahead)
}

/** False if the entry was closed before. The caller frees the seats that were kept for it, or offers them. */
export const close = (tx: Tx, id: string, outcome: Outcome, at: string): Promise<boolean> =>
  hasRow(
    tx
      .updateTable('waitlist')
      .set({ closed_at: at, outcome, gathered: 0 })
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .returning('id'),
  )

/** Opens a person's last place again, of which an offer was made. False if there is none, or they wait again. */
export async function reopen(tx: Tx, { userId, kind, productId }: EntryKey): Promise<boolean> {
  const last = await tx
    .selectFrom('waitlist')
    .select(['id', 'outcome'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('subject_id', '=', productId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.outcome !== 'offered') return false
  await tx
    .updateTable('waitlist')
    .set({ closed_at: null, outcome: null })
    .where('id', '=', last.id)
    .execute()
  return true
}

/** Open places with their persons. */
const inLine = (tx: Tx) =>
  tx
    .selectFrom('waitlist')
    .innerJoin('user', 'user.id', 'waitlist.user_id')
    .selectAll('waitlist')
    .select(['user.email', 'user.status'])
    .where('waitlist.closed_at', 'is', null)

/** The first people of the line for the seats of a product, or of one of its types. */
export const listLine = (tx: Tx, { kind, subject_id, ticket_type_id }: SeatPool, limit: number) =>
  inLine(tx)
    .where('waitlist.kind', '=', kind)
    .where('waitlist.subject_id', '=', subject_id)
    .where('waitlist.ticket_type_id', ticket_type_id === null ? 'is' : '=', ticket_type_id)
    .orderBy('waitlist.seq')
    .limit(limit)
    .execute()

/** Seats that have some free. `own`: so many are not lent by listed tickets. */
export interface FreeSeats extends SeatPool {
  own: number
}

/**
 * The first place that gets some of the free seats, which are of one product: one whose seats those of its type suffice
 * for, or a group for which they are kept, because as many as it wants went past it
 * (docs/decisions/tickets/064-waiting-groups.md). A group gets no lent seats, a single person also a lent one.
 */
export const findNext = (tx: Tx, [first, ...others]: readonly [FreeSeats, ...FreeSeats[]]) =>
  inLine(tx)
    .where('waitlist.kind', '=', first.kind)
    .where('waitlist.subject_id', '=', first.subject_id)
    .where((eb) =>
      eb.or(
        [first, ...others].map(({ ticket_type_id: type, own }) =>
          eb.and([
            eb('waitlist.ticket_type_id', type === null ? 'is' : '=', type),
            eb.or([
              eb('waitlist.seats', '=', 1),
              eb(sql<number>`waitlist.seats - waitlist.gathered`, '<=', own),
              ...(own > 0 ? [eb('waitlist.passed', '>=', eb.ref('waitlist.seats'))] : []),
            ]),
          ]),
        ),
      ),
    )
    .orderBy('waitlist.seq')
    .limit(1)
    .executeTakeFirst()

/** Keeps free seats for a group, until it has gathered all that it wants. */
export const gather = (tx: Tx, id: string, seats: number) =>
  tx
    .updateTable('waitlist')
    .set((eb) => ({ gathered: eb('gathered', '+', seats) }))
    .where('id', '=', id)
    .execute()

/** Notes that seats of this product or type went past all who wait for it and stand before a place. */
export const countPassed = (
  tx: Tx,
  { kind, subject_id, ticket_type_id }: SeatPool,
  { seq }: Pick<WaitlistEntry, 'seq'>,
  seats: number,
) =>
  tx
    .updateTable('waitlist')
    .set((eb) => ({ passed: eb('passed', '+', seats) }))
    .where('kind', '=', kind)
    .where('subject_id', '=', subject_id)
    .where('ticket_type_id', ticket_type_id === null ? 'is' : '=', ticket_type_id)
    .where('closed_at', 'is', null)
    .where('seq', '<', seq)
    .execute()

/** Seats that all who wait for a product want together. */
export async function countWanted(db: Db, kind: SeatedKind, productId: string): Promise<number> {
  const { wanted } = await db
    .selectFrom('waitlist')
    .select((eb) => eb.fn.sum('seats').as('wanted'))
    .where('kind', '=', kind)
    .where('subject_id', '=', productId)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(wanted)
}

export const findInLine = (tx: Tx, id: string) =>
  inLine(tx).where('waitlist.id', '=', id).executeTakeFirst()

/** Products that a person waits for or is offered a seat of, in the order of locks: events first, by id. */
export const listProductsOf = (db: Db, userId: string) =>
  db
    .selectFrom('waitlist')
    .select(['kind', 'subject_id'])
    .where('user_id', '=', userId)
    .where('closed_at', 'is', null)
    .union((eb) =>
      eb
        .selectFrom('seat_offer')
        .select(['kind', 'subject_id'])
        .where('user_id', '=', userId)
        .where('closed_at', 'is', null),
    )
    .orderBy('kind', 'desc')
    .orderBy('subject_id')
    .execute()

/** What a person waits for, the newest first. */
export const listOpen = (db: Db, userId: string, limit: number) =>
  db
    .selectFrom('waitlist')
    .selectAll()
    .where('user_id', '=', userId)
    .where('closed_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/**
 * Open places in lines, or open offers, of people who seem not to fit any more: suspended, deleted, banned, no member,
 * with a ticket, or waiting for more seats than are sold together. Only the sale itself decides; this finds for whom it
 * has to be asked.
 */
export async function listSuspects(
  db: Db,
  table: 'waitlist' | 'seat_offer',
  { after, now }: { after: string; now: string },
  limit: number,
) {
  const member = sql`exists (select 1 from membership where membership.user_id = it.user_id
    and membership.room_id = sold.room_id and membership.status in ('active', 'past_due'))`
  const { rows } = await sql<Pick<WaitlistEntry, 'id' | 'kind' | 'subject_id'>>`
    select it.id, it.kind, it.subject_id from ${sql.table(table)} as it
    join "user" on "user".id = it.user_id
    where it.closed_at is null and it.id > ${after}
      ${table === 'seat_offer' ? sql`and (it.drawn = 0 or it.created_at <= ${now})` : sql``}
      and ("user".status <> 'active'
        or exists (select 1 from entitlement where entitlement.user_id = it.user_id
          and entitlement.kind = it.kind and entitlement.subject_id = it.subject_id
          and entitlement.status = 'valid')
        or (it.kind = 'event' and (exists (select 1 from talk_ban
            where talk_ban.event_id = it.subject_id and talk_ban.user_id = it.user_id)
          or exists (select 1 from event as sold where sold.id = it.subject_id and not ${member})))
        or (it.kind = 'digital_ticket' and exists (select 1 from digital_ticket as sold
          where sold.id = it.subject_id and (sold.members_only = 1 and not ${member}
            ${table === 'waitlist' ? sql`or it.seats > sold.max_seats or it.seats > sold.capacity` : sql``})))
        or exists (select 1 from ticket_type
          inner join digital_ticket as sold on sold.id = ticket_type.digital_ticket_id
          where ticket_type.id = it.ticket_type_id and (ticket_type.member_months is not null
            and not ${member}
            ${table === 'waitlist' ? sql`or it.seats > ticket_type.per_person or it.seats > ticket_type.capacity` : sql``})))
    order by it.id limit ${limit}`.execute(db)
  return rows
}
