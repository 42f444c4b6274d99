import type { Updateable } from 'kysely'
import type { Link } from '#contract/shared/form.schema.ts'
import { compiledOnce } from '#server/db/compiled-once.ts'
import type { Flag } from '#server/db/schema/types.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'

/** All columns of the viewer's own account that come from one row. */
export async function findMe(db: Db, id: string) {
  const [me] = await meOf(db, { id })
  return me
}

const meOf = compiledOnce((db, { id }: { id: string }) =>
  db
    .selectFrom('user')
    .leftJoin('room', 'room.owner_id', 'user.id')
    .leftJoin('customer', 'customer.user_id', 'user.id')
    .leftJoin('saved_card', (on) =>
      on.onRef('saved_card.user_id', '=', 'user.id').on('saved_card.main', '=', 1),
    )
    .leftJoin('notification_setting', 'notification_setting.user_id', 'user.id')
    .selectAll('notification_setting')
    .selectAll('user')
    .select(['room.id as room_id', 'customer.customer_ref', 'saved_card.brand', 'saved_card.last4'])
    .where('user.id', '=', id),
)

export const listLinks = (db: Db, userId: string) => linksOf(db, { userId })

const linksOf = compiledOnce((db, { userId }: { userId: string }) =>
  db
    .selectFrom('profile_link')
    .select(['id', 'title', 'url'])
    .where('user_id', '=', userId)
    .orderBy('position'),
)

export const saveNotification = (db: Db, setting: Schema['notification_setting']) =>
  db
    .insertInto('notification_setting')
    .values(setting)
    .onConflict((on) => on.column('user_id').doUpdateSet(setting))
    .execute()

/** The setting, and its copies on rights; the person's row is locked first, as by a purchase. */
export async function savePublic(tx: Tx, userId: string, kind: 'event' | 'room', flag: Flag) {
  await tx
    .updateTable('user')
    .set(kind === 'event' ? { publishes_attendance: flag } : { publishes_memberships: flag })
    .where('id', '=', userId)
    .execute()
  await tx
    .updateTable('entitlement')
    .set({ is_public: flag })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .execute()
}

/** Undefined for an unknown or deleted user, null for one without a saved setting. */
export async function findNotification(db: Db, userId: string) {
  const user = await db
    .selectFrom('user')
    .select('id')
    .where('id', '=', userId)
    .where('status', '!=', 'deleted')
    .executeTakeFirst()
  if (!user) return undefined
  const setting = await db
    .selectFrom('notification_setting')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return setting ?? null
}

export const addFeedback = (db: Db, feedback: Schema['feedback']) =>
  db.insertInto('feedback').values(feedback).execute()

export const isFollowed = async (db: Db, followerId: string, followeeId: string) =>
  (await followsOf(db, { followerId, followeeId })).length > 0

const followsOf = compiledOnce(
  (db, { followerId, followeeId }: { followerId: string; followeeId: string }) =>
    db
      .selectFrom('follow')
      .select('follower_id')
      .where('follower_id', '=', followerId)
      .where('followee_id', '=', followeeId),
)

export const updateUser = (tx: Tx, id: string, change: Updateable<Schema['user']>) =>
  tx.updateTable('user').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export async function replaceLinks(tx: Tx, userId: string, links: Link[], newId: () => string) {
  await tx.deleteFrom('profile_link').where('user_id', '=', userId).execute()
  if (links.length === 0) return
  const rows = links.map((link, position) => ({ ...link, id: newId(), user_id: userId, position }))
  await tx.insertInto('profile_link').values(rows).execute()
}
