import type { NotNull } from 'kysely'
import { hasRow } from '#server/db/has-row.ts'
import type { Suspension } from '#server/db/schema/community.ts'
import type { Room } from '#server/db/schema/rooms.ts'
import type { Id } from '#server/db/schema/types.ts'
import type { Db, Tx } from '#server/db/schema.ts'

export type Subject = Pick<Suspension, 'kind' | 'subject_id'>

/** Memberships affected by a suspension: those of a person, or those in a room. */
interface Touched {
  userId: Id | null
  roomId: Id | null
}

export const findSuspension = (db: Db, { kind, subject_id }: Subject) =>
  db
    .selectFrom('suspension')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject_id', '=', subject_id)
    .executeTakeFirst()

/** False if it is suspended already. */
export const insertSuspension = (tx: Tx, suspension: Suspension): Promise<boolean> =>
  hasRow(
    tx
      .insertInto('suspension')
      .values(suspension)
      .onConflict((on) => on.columns(['kind', 'subject_id']).doNothing())
      .returning('subject_id'),
  )

export const deleteSuspension = (tx: Tx, { kind, subject_id }: Subject) =>
  tx
    .deleteFrom('suspension')
    .where('kind', '=', kind)
    .where('subject_id', '=', subject_id)
    .returningAll()
    .executeTakeFirst()

/** Passes the room's former state on; false if that suspension does not exist. */
export const passState = (
  tx: Tx,
  to: Subject,
  state: Pick<Suspension, 'room_state' | 'room_since'>,
) =>
  hasRow(
    tx
      .updateTable('suspension')
      .set(state)
      .where('kind', '=', to.kind)
      .where('subject_id', '=', to.subject_id)
      .returning('subject_id'),
  )

/** Rooms that are suspended, each with the start. */
export const listSuspendedRooms = (db: Db) =>
  db
    .selectFrom('suspension')
    .innerJoin('room', (on) =>
      on.on((eb) =>
        eb.or([
          eb.and([
            eb('suspension.kind', '=', 'room'),
            eb('suspension.subject_id', '=', eb.ref('room.id')),
          ]),
          eb.and([
            eb('suspension.kind', '=', 'user'),
            eb('suspension.subject_id', '=', eb.ref('room.owner_id')),
          ]),
        ]),
      ),
    )
    .select((eb) => [
      'room.id',
      eb.fn.coalesce('suspension.room_since', 'suspension.since').as('since'),
    ])
    .where('suspension.room_state', 'is not', null)
    .execute()

/** Locks the row until the transaction ends, and returns it. */
export const lockRoomOf = (tx: Tx, ownerId: Id) =>
  tx
    .updateTable('room')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('owner_id', '=', ownerId)
    .returningAll()
    .executeTakeFirst()

export const setRoomState = (tx: Tx, id: Id, state: Room['state'], updated_at: string) =>
  tx.updateTable('room').set({ state, updated_at }).where('id', '=', id).execute()

/** Restarts the grace period of past due members. */
export const giveDaysAgain = (tx: Tx, { userId, roomId }: Touched, past_due_at: string) =>
  tx
    .updateTable('membership')
    .set({ past_due_at, reminders: 0 })
    .where((eb) => eb.or([eb('user_id', '=', userId ?? ''), eb('room_id', '=', roomId ?? '')]))
    .where('status', '=', 'past_due')
    .execute()

/** Events whose state is cached by processes. */
export async function listLiveEvents(db: Db, roomId: Id): Promise<Id[]> {
  const events = await db
    .selectFrom('event')
    .select('id')
    .where('room_id', '=', roomId)
    .where('status', '=', 'published')
    .where((eb) => eb.or([eb('publishment_flg', '!=', 3), eb('archive', '=', 1)]))
    .execute()
  return events.map(({ id }) => id)
}

/** Memberships charged by a provider, of this person or in this room; sorted by id. */
export const listCharged = (db: Db, { userId, roomId }: Touched, after: Id, limit: number) =>
  db
    .selectFrom('membership')
    .select(['id', 'subscription_ref'])
    .where('status', '!=', 'left')
    .where('subscription_ref', 'is not', null)
    .where((eb) => eb.or([eb('user_id', '=', userId ?? ''), eb('room_id', '=', roomId ?? '')]))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .$narrowType<{ subscription_ref: NotNull }>()
    .execute()

/** Whether charges of this membership must be paused now. */
export const isHeld = (db: Db, membershipId: Id): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('membership')
      .innerJoin('room', 'room.id', 'membership.room_id')
      .innerJoin('user', 'user.id', 'membership.user_id')
      .select('membership.id')
      .where('membership.id', '=', membershipId)
      .where((eb) => eb.or([eb('room.state', '=', 9), eb('user.status', '=', 'suspended')])),
  )

/** Active members and holders of tickets to coming events; sorted by id. */
export const listConcerned = (db: Db, roomId: Id, now: string, after: Id, limit: number) =>
  db
    .selectFrom('user')
    .select(['id', 'email'])
    .where('status', '=', 'active')
    .where('id', '>', after)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('membership')
            .select('membership.id')
            .whereRef('membership.user_id', '=', 'user.id')
            .where('membership.room_id', '=', roomId)
            .where('membership.status', '!=', 'left'),
        ),
        exists(
          selectFrom('entitlement')
            .innerJoin('event', 'event.id', 'entitlement.subject_id')
            .select('entitlement.id')
            .whereRef('entitlement.user_id', '=', 'user.id')
            .where('entitlement.kind', '=', 'event')
            .where('entitlement.status', '=', 'valid')
            .where('event.room_id', '=', roomId)
            .where('event.publishment_flg', '!=', 3),
        ),
        exists(
          selectFrom('issued_ticket')
            .innerJoin('digital_ticket', 'digital_ticket.id', 'issued_ticket.digital_ticket_id')
            .select('issued_ticket.id')
            .whereRef('issued_ticket.holder_id', '=', 'user.id')
            .where('issued_ticket.status', '=', 'valid')
            .where('digital_ticket.room_id', '=', roomId)
            .where('digital_ticket.valid_until', '>', now),
        ),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .execute()

export const findTitle = (db: Db, roomId: Id) =>
  db.selectFrom('room').select(['title', 'state']).where('id', '=', roomId).executeTakeFirst()
