import type { NotNull } from 'kysely'
import { hasRow } from '#server/db/has-row.ts'
import type { Membership } from '#server/db/schema/rooms.ts'
import type { Db, Tx } from '#server/db/schema.ts'

export const findMembership = (db: Db, roomId: string, userId: string) =>
  db
    .selectFrom('membership')
    .selectAll()
    .where('room_id', '=', roomId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

export const findMembershipBy = (db: Db, subscriptionRef: string) =>
  db
    .selectFrom('membership')
    .selectAll()
    .where('subscription_ref', '=', subscriptionRef)
    .$narrowType<{ subscription_ref: NotNull }>()
    .executeTakeFirst()

/** Updates the count, which locks the room's row; every transaction locks it first. */
export const countMembers = (tx: Tx, roomId: string, by: 1 | -1 | 0) =>
  tx
    .updateTable('room')
    .set((eb) => ({ subscribers: eb('subscribers', '+', by) }))
    .where('id', '=', roomId)
    .returning(['subscribers', 'state'])
    .executeTakeFirstOrThrow()

/** Inserts or updates a person's only row in a room. */
export const saveMembership = (tx: Tx, membership: Membership) => {
  const { id: _id, room_id: _room, user_id: _user, ...state } = membership
  return tx
    .insertInto('membership')
    .values(membership)
    .onConflict((on) => on.columns(['room_id', 'user_id']).doUpdateSet(state))
    .returning('id')
    .executeTakeFirstOrThrow()
}

export const updateMembership = (tx: Db, id: string, change: Partial<Membership>) =>
  tx.updateTable('membership').set(change).where('id', '=', id).execute()

export const revokeRight = (tx: Tx, roomId: string, userId: string, at: string) =>
  tx
    .updateTable('entitlement')
    .set({ status: 'revoked', revoked_at: at })
    .where('user_id', '=', userId)
    .where('kind', '=', 'room')
    .where('subject_id', '=', roomId)
    .where('status', '=', 'valid')
    .execute()

/** A person's membership, while they are in the room. */
const ofMember = (db: Db, roomId: string, userId: string) =>
  db
    .updateTable('membership')
    .where('room_id', '=', roomId)
    .where('user_id', '=', userId)
    .where('status', 'in', ['active', 'past_due'])

/** Later threads are unread. Never goes back: another device may have been here later. */
export const markVisited = (db: Db, roomId: string, userId: string, at: string) =>
  ofMember(db, roomId, userId).set({ last_seen_at: at }).where('last_seen_at', '<', at).execute()

/** False if the person is not a member. */
export const setMuted = async (db: Db, roomId: string, userId: string, muted_at: string | null) =>
  (await ofMember(db, roomId, userId).set({ muted_at }).returning('id').executeTakeFirst()) !==
  undefined

/** The account that receives the room's payments. */
export async function findAccount(db: Db, roomId: string): Promise<string | null> {
  const row = await db
    .selectFrom('room')
    .innerJoin('seller_account', 'seller_account.user_id', 'room.owner_id')
    .select('seller_account.account_ref')
    .where('room.id', '=', roomId)
    .executeTakeFirst()
  return row?.account_ref ?? null
}

/** Restores a revoked right. */
export const restoreRight = (tx: Tx, roomId: string, userId: string) =>
  tx
    .updateTable('entitlement')
    .set({ status: 'valid', revoked_at: null })
    .where('user_id', '=', userId)
    .where('kind', '=', 'room')
    .where('subject_id', '=', roomId)
    .execute()

/** Moves the membership to the end of the sweep's queue. */
export const touch = (db: Db, id: string, looked_at: string) =>
  db.updateTable('membership').set({ looked_at }).where('id', '=', id).execute()

/** Whether a suspension of the room, its owner or this member has been in force since `at`. */
export const isHeldSince = (tx: Tx, roomId: string, userId: string, at: string) =>
  hasRow(
    tx
      .selectFrom('suspension')
      .select('since')
      .where('since', '<=', at)
      .where((eb) =>
        eb.or([
          eb.and([eb('kind', '=', 'room'), eb('subject_id', '=', roomId)]),
          eb.and([eb('kind', '=', 'user'), eb('subject_id', '=', userId)]),
          eb.and([
            eb('kind', '=', 'user'),
            eb(
              'subject_id',
              'in',
              eb.selectFrom('room').select('owner_id').where('id', '=', roomId),
            ),
          ]),
        ]),
      ),
  )

/** A batch of the current members who get the room's news, without one person, by ascending id. */
export async function listMemberIds(
  db: Db,
  roomId: string,
  { but, after, limit }: { but: string; after: string; limit: number },
): Promise<string[]> {
  const members = await db
    .selectFrom('membership')
    .select('user_id')
    .where('room_id', '=', roomId)
    .where('status', 'in', ['active', 'past_due'])
    .where('muted_at', 'is', null)
    .where('user_id', '!=', but)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
    .execute()
  return members.map(({ user_id }) => user_id)
}
