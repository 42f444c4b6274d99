import { type RawBuilder, sql } from 'kysely'
import type { User } from '#server/db/schema/people.ts'
import type { Entitlement, SeatedKind, SeatOffer } from '#server/db/schema/seats.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { Granted, Revoked, SeatTaker, TakenSeat } from './product.ts'
import * as seatOffers from './waitlist/seat-offer-queries.ts'

/** `live_only`: of an event, without its archive. */
type Publishing = Pick<User, 'publishes_attendance' | 'publishes_memberships'>
type Right = Pick<Entitlement, 'id' | 'user_id' | 'kind' | 'subject_id' | 'order_id' | 'number'> &
  Partial<Pick<Entitlement, 'live_only'>>

/** Locks the user against account deletion in this transaction; false if the account is deleted. */
export const holdPerson = async (tx: Tx, userId: string): Promise<boolean> =>
  (await lockKnown(tx, userId)) !== null

async function lockKnown(tx: Tx, userId: string) {
  const person = await lockPerson(tx, userId)
  return person && person.status !== 'deleted' ? person : null
}

/** Whether the account may acquire rights. Locks it, as `holdPerson` does. */
export const isActive = async (tx: Tx, userId: string): Promise<boolean> =>
  (await lockPerson(tx, userId))?.status === 'active'

const lockPerson = (tx: Tx, userId: string) =>
  tx
    .updateTable('user')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', userId)
    .returning(['status', 'publishes_attendance', 'publishes_memberships'])
    .executeTakeFirst()

/**
 * Grants a user the one right to a product; a revoked one becomes valid again with the new number. Null if the account is
 * deleted (nothing would revoke the right) or suspended (it could not be used): the caller refunds the payment.
 */
export async function giveRight(tx: Tx, right: Right, at: string): Promise<Granted | null> {
  const person = await lockPerson(tx, right.user_id)
  return person?.status === 'active' ? putRight(tx, right, person, at) : null
}

/** As `giveRight`, for a right that the user had before: also for a suspended account. */
export async function giveRightBack(tx: Tx, right: Right, at: string): Promise<Granted | null> {
  const person = await lockKnown(tx, right.user_id)
  return person && putRight(tx, right, person, at)
}

async function putRight(
  tx: Tx,
  right: Right,
  { publishes_attendance, publishes_memberships }: Publishing,
  at: string,
): Promise<Granted> {
  const { order_id, number, live_only = 0 } = right
  const is_public = {
    event: publishes_attendance,
    room: publishes_memberships,
    digital_ticket: 0,
  } as const
  const fresh = {
    ...({ status: 'valid', revoked_at: null } as const),
    ...{ order_id, number, granted_at: at, is_public: is_public[right.kind], live_only },
  }
  const granted = await tx
    .insertInto('entitlement')
    .values({ ...right, ...fresh })
    .onConflict((on) =>
      on
        .columns(['user_id', 'kind', 'subject_id'])
        .doUpdateSet(fresh)
        .where('entitlement.status', '=', 'revoked'),
    )
    .returning(['id', 'number'])
    .executeTakeFirst()
  if (granted) return { ...granted, already: false }
  const existing = await tx
    .selectFrom('entitlement')
    .select(['id', 'number'])
    .where('user_id', '=', right.user_id)
    .where('kind', '=', right.kind)
    .where('subject_id', '=', right.subject_id)
    .executeTakeFirstOrThrow()
  return { ...existing, already: true }
}

/** The user's valid right to a product, of any order; null if there is none. */
export async function findRight(
  db: Db,
  { user_id, kind, subject_id }: Pick<Right, 'user_id' | 'kind' | 'subject_id'>,
): Promise<Omit<Granted, 'already'> | null> {
  const existing = await db
    .selectFrom('entitlement')
    .select(['id', 'number'])
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .where('subject_id', '=', subject_id)
    .where('status', '=', 'valid')
    .executeTakeFirst()
  return existing ?? null
}

type RevokedRight = Revoked & Pick<Entitlement, 'kind'>

/** Update of the right of exactly this order. */
const turn = (
  tx: Tx,
  { userId, kind, productId, orderId }: RevokedRight,
  from: Entitlement['status'],
) =>
  tx
    .updateTable('entitlement')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('subject_id', '=', productId)
    .where('order_id', orderId === null ? 'is' : '=', orderId)
    .where('status', '=', from)
    .returning('id')

/** Revokes a right; false if it is not valid. */
export async function takeRight(tx: Tx, right: RevokedRight): Promise<boolean> {
  const ended = { status: 'revoked', revoked_at: right.at } as const
  return (await turn(tx, right, 'valid').set(ended).executeTakeFirst()) !== undefined
}

/** Restores a revoked right with its number; false if there is none, or the account is deleted. */
export async function returnRight(tx: Tx, right: RevokedRight): Promise<boolean> {
  if (!(await holdPerson(tx, right.userId))) return false
  const valid = { status: 'valid', revoked_at: null } as const
  return (await turn(tx, right, 'revoked').set(valid).executeTakeFirst()) !== undefined
}

/** 公式リセール is over: listed tickets are not sold any more. A stream that has begun is watched. */
export const RESALE_OVER: Record<SeatedKind, (at: string) => RawBuilder<boolean>> = {
  event: (at) => sql`(publishment_flg > 0 or resale_until is null or resale_until <= ${at})`,
  digital_ticket: (at) => sql`(resale_until is null or resale_until <= ${at})`,
}

/** The seats that are not for sale: the taken ones, and those of listed tickets that this person cannot buy. */
const seatsTaken = (table: SeatedKind, { at, isPaying, seats }: SeatTaker) =>
  isPaying && seats === 1
    ? sql<number>`taken + case when listed > 0 and ${RESALE_OVER[table](at)} then listed else 0 end`
    : sql<number>`taken + listed`

/**
 * Takes the person's offered seats, else free ones; null if there are too few. One conditional update: of two buyers of
 * the last seat, one gets it, and nobody gets one while others wait. Who waits for which type, and which of them are
 * listed, says the type (`contested`).
 */
export async function takeSeats(
  tx: Tx,
  table: SeatedKind,
  id: string,
  taker: SeatTaker,
): Promise<TakenSeat | null> {
  const updated = await tx
    .updateTable(table)
    .set((eb) => ({ taken: eb('taken', '+', taker.seats) }))
    .where('id', '=', id)
    .where('status', '=', 'published')
    .where(seatsTaken(table, taker), '<=', sql<number>`capacity - ${taker.seats}`)
    .$if(taker.ticketTypeId === null, (update) => update.where('waiting', '=', 0))
    .returning(['waiting', 'listed'])
    .executeTakeFirst()
  const of = { ...taker, kind: table, productId: id }
  if (!updated) return takeOffered(tx, of, taker)
  const offer = await seatOffers.take(tx, of)
  if (!offer) return { offerId: null, contested: updated.waiting + updated.listed > 0 }
  // Free seats besides the offered ones would leave those idle until the offer's deadline.
  await freeSeats(tx, { ...offer, ticket_type_id: null }, taker.seats)
  await freeSeats(tx, offer, offer.seats - taker.seats)
  return { offerId: offer.id, contested: false }
}

/**
 * The seats of an open offer count as taken already; those that are not bought are free at once. The product's row is
 * locked only for a person who has one.
 */
async function takeOffered(
  tx: Tx,
  of: seatOffers.OfferKey & SeatTaker,
  { isPaying }: SeatTaker,
): Promise<TakenSeat | null> {
  if (!(await seatOffers.findOpen(tx, of))) return null
  const product = await lockSeats(tx, of.kind, of.productId)
  // The offered seat may be that of a listed ticket.
  if (!isPaying && product?.listed !== 0) return null
  const offer = await seatOffers.take(tx, of)
  if (!offer) return null
  await freeSeats(tx, offer, offer.seats - of.seats)
  return { offerId: offer.id, contested: false }
}

export const lockSeats = (tx: Tx, table: SeatedKind, id: string) =>
  tx
    .updateTable(table)
    .set((eb) => ({ taken: eb.ref('taken') }))
    .where('id', '=', id)
    .returning('listed')
    .executeTakeFirst()

/** Whose seats: those of a product, or of one of its ticket types, which are seats of the product too. */
export type SeatPool = Pick<SeatOffer, 'kind' | 'subject_id' | 'ticket_type_id'>

export const freeSeats = (tx: Tx, pool: SeatPool, seats: number) =>
  countSeats(tx, pool, { taken: -seats })

interface SeatChange {
  taken?: number
  waiting?: number
  listed?: number
}

/** Changes the counters of seats, of people who wait and of listed tickets, by these differences. */
export async function countSeats(
  tx: Tx,
  { kind, subject_id, ticket_type_id }: SeatPool,
  change: SeatChange,
): Promise<void> {
  await addTo(tx, kind, subject_id, change)
  if (ticket_type_id !== null) await addTo(tx, 'ticket_type', ticket_type_id, change)
}

const addTo = (
  tx: Tx,
  table: SeatedKind | 'ticket_type',
  id: string,
  { taken = 0, waiting = 0, listed = 0 }: SeatChange,
) =>
  tx
    .updateTable(table)
    .set((eb) => ({
      taken: eb('taken', '+', taken),
      waiting: eb('waiting', '+', waiting),
      listed: eb('listed', '+', listed),
    }))
    .where('id', '=', id)
    .execute()
