import type { NotNull } from 'kysely'
import type { Db, Tx } from '#server/db/schema.ts'

const exists = (row: unknown) => row !== undefined

/** Whether the owner's room has paid memberships, including past due and incomplete ones. */
export const hasPayingMembers = async (db: Db, ownerId: string) =>
  exists(
    await db
      .selectFrom('membership')
      .innerJoin('room', 'room.id', 'membership.room_id')
      .select('membership.id')
      .where('room.owner_id', '=', ownerId)
      .where('membership.subscription_ref', 'is not', null)
      .where('membership.status', 'in', ['active', 'past_due', 'incomplete'])
      .limit(1)
      .executeTakeFirst(),
  )

/** Whether a ticket is held for an event that has not ended or has an open archive, or for a valid venue ticket. */
export const hasComingTickets = async (db: Db, ownerId: string, now: string) =>
  (await hasComingEntries(db, ownerId, now)) ||
  exists(
    await db
      .selectFrom('event')
      .innerJoin('room', 'room.id', 'event.room_id')
      .select('event.id')
      .where('room.owner_id', '=', ownerId)
      .where('event.status', '=', 'published')
      .where((eb) =>
        eb.or([
          eb('event.publishment_flg', '<', 3),
          eb('event.archive', '=', 1).and('event.archive_until', '>', now),
        ]),
      )
      // Listed tickets are valid, but their seats do not count as taken.
      .where((eb) => eb.or([eb('event.taken', '>', 0), eb('event.listed', '>', 0)]))
      .limit(1)
      .executeTakeFirst(),
  )

const hasComingEntries = async (db: Db, ownerId: string, now: string) =>
  exists(
    await db
      .selectFrom('digital_ticket')
      .innerJoin('room', 'room.id', 'digital_ticket.room_id')
      .select('digital_ticket.id')
      .where('room.owner_id', '=', ownerId)
      .where('digital_ticket.status', '=', 'published')
      .where('digital_ticket.valid_until', '>', now)
      .where((eb) =>
        eb.or([eb('digital_ticket.taken', '>', 0), eb('digital_ticket.listed', '>', 0)]),
      )
      .limit(1)
      .executeTakeFirst(),
  )

/** Locks the owner's products, room first, and cancels those without holders. */
export async function endSales(tx: Tx, ownerId: string) {
  const room = await tx
    .updateTable('room')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('owner_id', '=', ownerId)
    .returning('id')
    .executeTakeFirst()
  if (!room) return
  await tx
    .updateTable('event')
    .set({ status: 'cancelled' })
    .where('room_id', '=', room.id)
    .where('status', '=', 'published')
    .where('publishment_flg', '<', 3)
    .where('taken', '=', 0)
    .where('listed', '=', 0)
    .execute()
  await tx
    .updateTable('digital_ticket')
    .set({ status: 'cancelled' })
    .where('room_id', '=', room.id)
    .where('status', '=', 'published')
    .where('taken', '=', 0)
    .where('listed', '=', 0)
    .execute()
}

export const listOpenOrders = (db: Db, userId: string) =>
  db
    .selectFrom('order')
    .selectAll()
    .where('buyer_id', '=', userId)
    .where('state', '=', 'open')
    .orderBy('id')
    .execute()

/** Subscriptions to end, each with its seller account. */
export const listSubscriptions = (db: Db, userId: string) =>
  db
    .selectFrom('membership')
    .innerJoin('room', 'room.id', 'membership.room_id')
    .innerJoin('seller_account', 'seller_account.user_id', 'room.owner_id')
    .select(['membership.subscription_ref', 'seller_account.account_ref'])
    .where('membership.user_id', '=', userId)
    .where('membership.status', '!=', 'left')
    .where('membership.subscription_ref', 'is not', null)
    .where('seller_account.account_ref', 'is not', null)
    .orderBy('membership.id')
    .$narrowType<{ subscription_ref: NotNull; account_ref: NotNull }>()
    .execute()

export const listCards = (db: Db, userId: string) =>
  db.selectFrom('saved_card').select('method_ref').where('user_id', '=', userId).execute()

/** Ordered as all locks are (rooms, events, tickets, each by ascending id) to avoid deadlocks. */
export async function listRights(db: Db, userId: string) {
  const joined = await db
    .selectFrom('membership')
    .select('room_id as subject_id')
    .where('user_id', '=', userId)
    .where('status', '!=', 'left')
    .orderBy('room_id')
    .execute()
  const rights = await db
    .selectFrom('entitlement')
    .select(['kind', 'subject_id', 'order_id'])
    .where('user_id', '=', userId)
    .where('kind', '!=', 'room')
    .where('status', '=', 'valid')
    .orderBy('kind', 'desc')
    .orderBy('subject_id')
    .execute()
  const rooms = joined.map((room) => ({ ...room, kind: 'room' as const, order_id: null }))
  return [...rooms, ...rights]
}
