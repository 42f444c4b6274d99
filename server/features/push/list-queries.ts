import { sql } from 'kysely'
import { NOTIFICATIONS_COUNTED_MAX } from '#contract/notifications/limits.ts'
import { compiledOnce } from '#server/db/compiled-once.ts'
import type { Id, Instant } from '#server/db/schema/types.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'

/** Those of these people who have an account that is in use. */
export const listActive = (db: Db, userIds: readonly Id[]) =>
  db
    .selectFrom('user')
    .select('id')
    .where('id', 'in', userIds)
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()

/** Inserts lines, or updates those of the same key, which become unread. The same matter again changes nothing. */
export const putIntoLists = (tx: Tx, rows: Schema['notification'][]) =>
  tx
    .insertInto('notification')
    .values(rows)
    .onConflict((on) =>
      on
        .columns(['user_id', 'key'])
        .doUpdateSet((eb) => ({
          kind: eb.ref('excluded.kind'),
          matter: eb.ref('excluded.matter'),
          subject_id: eb.ref('excluded.subject_id'),
          created_at: eb.ref('excluded.created_at'),
          times: sql<number>`case when notification.read_at is null then notification.times + 1 else 1 end`,
          read_at: null,
        }))
        .whereRef('notification.matter', '!=', 'excluded.matter'),
    )
    .execute()

const markUnread = (tx: Tx, userId: Id, read_at: Instant) =>
  tx
    .updateTable('notification')
    .set({ read_at })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)

/** Marks a person's line of this key as read. */
export const markKeyRead = (tx: Tx, userId: Id, key: string, read_at: Instant) =>
  markUnread(tx, userId, read_at).where('key', '=', key).execute()

/** Marks a person's line as read whose last matter is this; one that went on stays unread. */
export const markMatterRead = (tx: Tx, userId: Id, matter: string, read_at: Instant) =>
  markUnread(tx, userId, read_at).where('matter', '=', matter).execute()

const unreadOf = compiledOnce((db, { userId }: { userId: string }) =>
  db
    .selectFrom('notification')
    .select('id')
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .limit(sql.lit(NOTIFICATIONS_COUNTED_MAX)),
)

/** Unread lines of a person's list; no more than `NOTIFICATIONS_COUNTED_MAX`. */
export const countUnreadListed = async (db: Db, userId: Id): Promise<number> =>
  (await unreadOf(db, { userId })).length
