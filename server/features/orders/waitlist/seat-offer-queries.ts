import { sql } from 'kysely'
import { hasRow } from '#server/db/has-row.ts'
import type { SeatedKind, SeatOffer } from '#server/db/schema/seats.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'
import type { SeatTaker } from '../product.ts'
import type { SeatPool } from '../right-queries.ts'

/** A person and the product of which a seat is offered to them. */
export interface OfferKey extends Omit<SeatTaker, 'isPaying' | 'ticketTypeId' | 'seats'> {
  kind: SeatedKind
  productId: string
}
type Outcome = NonNullable<SeatOffer['outcome']>

/** Nobody knows of a drawn seat before the minute of the results. Others count also if a clock was ahead. */
const isKnown = (at: string) => sql<boolean>`(drawn = 0 or created_at <= ${at})`

export const insert = (tx: Tx, offers: Schema['seat_offer'][]) =>
  tx.insertInto('seat_offer').values(offers).execute()

/** The person's open offer, once it was told, and before its deadline. */
export const findOpen = (db: Db, { userId, kind, productId, at }: OfferKey) =>
  db
    .selectFrom('seat_offer')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('subject_id', '=', productId)
    .where('closed_at', 'is', null)
    .where(isKnown(at))
    .where('expires_at', '>', at)
    .executeTakeFirst()

/** The person's open offers, the newest first. */
export const listOpen = (db: Db, userId: string, at: string, limit: number) =>
  db
    .selectFrom('seat_offer')
    .selectAll()
    .where('user_id', '=', userId)
    .where('closed_at', 'is', null)
    .where(isKnown(at))
    .where('expires_at', '>', at)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** The person's newest offer, open or not, of those that were made until `at`. */
export const findLast = (db: Db, { userId, kind, productId, at }: OfferKey) =>
  db
    .selectFrom('seat_offer')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('subject_id', '=', productId)
    .where(isKnown(at))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Takes so many seats of the person's offer of this type before its deadline. Returns the offer as it was, whose other
 * seats the caller frees; null if there is none of so many. The product's row is locked.
 */
export async function take(
  tx: Tx,
  { ticketTypeId, seats, ...of }: OfferKey & Pick<SeatTaker, 'ticketTypeId' | 'seats'>,
): Promise<SeatOffer | null> {
  const open = await findOpen(tx, of)
  if (!open || open.ticket_type_id !== ticketTypeId || open.seats < seats) return null
  const taken = await tx
    .updateTable('seat_offer')
    .set({ closed_at: of.at, outcome: 'taken', seats })
    .where('id', '=', open.id)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return taken ? open : null
}

/** Notes the order that took an offer. */
export const bind = (tx: Tx, id: string, order_id: string) =>
  tx.updateTable('seat_offer').set({ order_id }).where('id', '=', id).execute()

/** Opens the offer again that an unpaid order had taken. False if there is none, or its deadline is over. */
export const reopen = (tx: Tx, order: { id: string }, at: string): Promise<boolean> =>
  hasRow(
    tx
      .updateTable('seat_offer')
      .set({ closed_at: null, outcome: null, order_id: null })
      .where('order_id', '=', order.id)
      .where('outcome', '=', 'taken')
      .where('expires_at', '>', at)
      .returning('id'),
  )

/** False if the offer was closed before. */
export const close = (tx: Tx, id: string, outcome: Outcome, at: string): Promise<boolean> =>
  hasRow(
    tx
      .updateTable('seat_offer')
      .set({ closed_at: at, outcome })
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .returning('id'),
  )

/** Ends an offer that an order had taken: its seat is gone. */
export const recall = (tx: Tx, id: string) =>
  tx.updateTable('seat_offer').set({ outcome: 'recalled' }).where('id', '=', id).execute()

/** False if the person was reminded before, or the offer is closed. */
export const markReminded = (tx: Tx, id: string, at: string): Promise<boolean> =>
  hasRow(
    tx
      .updateTable('seat_offer')
      .set({ reminded_at: at })
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .where('reminded_at', 'is', null)
      .returning('id'),
  )

const openWithPerson = (db: Db) =>
  db
    .selectFrom('seat_offer')
    .innerJoin('user', 'user.id', 'seat_offer.user_id')
    .selectAll('seat_offer')
    .select(['user.email', 'user.status'])
    .where('seat_offer.closed_at', 'is', null)
export type OpenOffer = Awaited<ReturnType<typeof listOfPool>>[number]

/** Open offers whose deadline is over. */
export const listLapsed = (db: Db, now: string, limit: number) =>
  openWithPerson(db)
    .where('seat_offer.expires_at', '<=', now)
    .orderBy('seat_offer.expires_at')
    .limit(limit)
    .execute()

/** Open offers whose persons are to be reminded, the next deadline first. */
export const listReminders = (db: Db, now: string, limit: number) =>
  openWithPerson(db)
    .where('seat_offer.expires_at', '>', now)
    .where('seat_offer.remind_at', '<=', now)
    .where('seat_offer.reminded_at', 'is', null)
    .orderBy('seat_offer.expires_at')
    .limit(limit)
    .execute()

/** Open offers of the seats of a product, or of one of its types. What was won in a lottery is of the whole. */
const ofPool = (db: Db, { kind, subject_id, ticket_type_id }: SeatPool) =>
  openWithPerson(db)
    .where('seat_offer.kind', '=', kind)
    .where('seat_offer.subject_id', '=', subject_id)
    .where((eb) =>
      ticket_type_id === null
        ? eb.or([eb('seat_offer.ticket_type_id', 'is', null), eb('seat_offer.drawn', '=', 1)])
        : eb.and({ 'seat_offer.ticket_type_id': ticket_type_id, 'seat_offer.drawn': 0 }),
    )

export const listOfPool = (tx: Tx, pool: SeatPool, limit: number) =>
  ofPool(tx, pool).orderBy('seat_offer.id').limit(limit).execute()

/** The newest open offer that may be of a lent seat: one of several is not. */
export const findNewest = (tx: Tx, pool: SeatPool) =>
  ofPool(tx, pool)
    .where('seat_offer.seats', '=', 1)
    .orderBy('seat_offer.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The offer that an order took, with its person. */
export const findTakenBy = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('seat_offer')
    .innerJoin('user', 'user.id', 'seat_offer.user_id')
    .selectAll('seat_offer')
    .select(['user.email', 'user.status'])
    .where('seat_offer.order_id', '=', orderId)
    .where('seat_offer.outcome', '=', 'taken')
    .executeTakeFirst()

export const findWithPerson = (tx: Tx, id: string) =>
  openWithPerson(tx).where('seat_offer.id', '=', id).executeTakeFirst()

/** Whether an offer is still open; checked before a notification of it is sent. */
export const isOpen = (db: Db, id: string): Promise<boolean> =>
  hasRow(
    db.selectFrom('seat_offer').select('id').where('id', '=', id).where('closed_at', 'is', null),
  )

/** Shortens offers of lines that were written while the clock was ahead: their seats would be held until then. */
export const shorten = (db: Db, { until, ahead }: { until: string; ahead: string }) =>
  db
    .updateTable('seat_offer')
    .set({ expires_at: until, remind_at: until })
    .where('closed_at', 'is', null)
    .where('drawn', '=', 0)
    .where('expires_at', '>', ahead)
    .execute()
