import { type Insertable, sql } from 'kysely'
import type { PushToken } from '#server/db/schema/system.ts'
import type { Id, Instant } from '#server/db/schema/types.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'
import type { NotificationKind } from './notifications.ts'

export const findKey = (db: Db) =>
  db.selectFrom('push_key').selectAll().orderBy('id').executeTakeFirst()

/** On a concurrent insert the first one wins. */
export const insertKey = (db: Db, row: Schema['push_key']) =>
  db
    .insertInto('push_key')
    .values(row)
    .onConflict((on) => on.column('id').doNothing())
    .execute()

/** Browsers with a valid session of an active user. */
const living = (db: Db) =>
  db
    .selectFrom('push_token')
    .innerJoin('session', 'session.id', 'push_token.session_id')
    .innerJoin('user', 'user.id', 'push_token.user_id')
    .where('session.revoked_at', 'is', null)
    .where('user.status', '=', 'active')

export const listDevices = (db: Db, userId: Id) =>
  living(db)
    .select(['push_token.id', 'push_token.kind', 'push_token.session_id', 'session.device'])
    .select(['push_token.created_at', 'push_token.tried_at', 'push_token.outcome'])
    .select('push_token.confirmed_at')
    .where('push_token.user_id', '=', userId)
    .orderBy('push_token.created_at', 'desc')
    .execute()

/** Without a saved setting the defaults apply: all kinds on, quiet hours on. */
const wants = (kind: NotificationKind) =>
  kind === 'test'
    ? sql<boolean>`true`
    : sql<boolean>`coalesce(${sql.ref(`notification_setting.${kind}`)}, 1) = 1`

/** Those people who want this kind of notification, with their quiet hours setting. */
export const listWilling = (db: Db, userIds: Id[], kind: NotificationKind) =>
  db
    .selectFrom('user')
    .leftJoin('notification_setting', 'notification_setting.user_id', 'user.id')
    .select(['user.id', 'notification_setting.quiet_hours'])
    .where('user.id', 'in', userIds)
    .where('user.status', '=', 'active')
    .where(wants(kind))
    .orderBy('user.id')
    .execute()

/**
 * People who want this kind of notification but did not get theirs, with their email. `keys`: notification key by
 * user (see `notificationKey`).
 */
export const listUnreached = (db: Db, keys: ReadonlyMap<Id, string>, kind: NotificationKind) =>
  db
    .selectFrom('user')
    .leftJoin('notification_setting', 'notification_setting.user_id', 'user.id')
    .select(['user.id', 'user.email'])
    .where('user.id', 'in', [...keys.keys()])
    .where('user.status', '=', 'active')
    .where(wants(kind))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('push_notice')
            .select('push_notice.id')
            .whereRef('push_notice.user_id', '=', 'user.id')
            .where('push_notice.key', 'in', [...keys.values()])
            .where('push_notice.delivered_at', 'is not', null),
        ),
      ),
    )
    .orderBy('user.id')
    .execute()

export const listTargets = (db: Db, userIds: Id[], sessionId: Id | null) =>
  living(db)
    .select(['push_token.id', 'push_token.user_id', 'push_token.kind'])
    .select(['push_token.endpoint', 'push_token.keys'])
    .where('push_token.user_id', 'in', userIds)
    .$if(sessionId !== null, (builder) => builder.where('push_token.session_id', '=', sessionId))
    .orderBy('push_token.id')
    .execute()

/** Returns the ids of new rows. */
export async function insertNotices(tx: Tx, rows: Insertable<Schema['push_notice']>[]) {
  const fresh = await tx
    .insertInto('push_notice')
    .values(rows)
    .onConflict((on) => on.column('key').doNothing())
    .returning('id')
    .execute()
  return new Set(fresh.map(({ id }) => id))
}

/**
 * Push target, unread count and quiet hours setting; undefined if the browser is unregistered or its user does not
 * want this kind any more.
 */
export const findTarget = (
  db: Db,
  { device, user }: { device: Id; user: Id },
  kind: NotificationKind,
) =>
  living(db)
    .leftJoin('notification_setting', 'notification_setting.user_id', 'user.id')
    .select(['push_token.id', 'push_token.kind', 'push_token.endpoint', 'push_token.keys'])
    .select(['user.unread_messages', 'notification_setting.quiet_hours'])
    .where('push_token.id', '=', device)
    .where('push_token.user_id', '=', user)
    .where(wants(kind))
    .executeTakeFirst()

export async function noteOutcome(
  tx: Tx,
  {
    device,
    notice: notificationId,
    ...row
  }: { device: Id; notice: Id; tried_at: Instant } & Pick<PushToken, 'outcome'>,
) {
  await tx.updateTable('push_token').set(row).where('id', '=', device).execute()
  if (row.outcome !== 'taken') return
  await tx
    .updateTable('push_notice')
    .set({ sent_at: row.tried_at })
    .where('id', '=', notificationId)
    .where('sent_at', 'is', null)
    .execute()
}

/** Returns whose notification it is, and its key; undefined unless it was sent to the owner of this device. */
export async function noteDelivery(tx: Tx, notificationId: Id, deviceId: Id, at: Instant) {
  const row = await tx
    .selectFrom('push_notice')
    .innerJoin('push_token', 'push_token.user_id', 'push_notice.user_id')
    .select(['push_notice.user_id', 'push_notice.key'])
    .where('push_notice.id', '=', notificationId)
    .where('push_token.id', '=', deviceId)
    .executeTakeFirst()
  if (!row) return undefined
  await tx.updateTable('push_token').set({ confirmed_at: at }).where('id', '=', deviceId).execute()
  await tx
    .updateTable('push_notice')
    .set({ delivered_at: at })
    .where('id', '=', notificationId)
    .where('delivered_at', 'is', null)
    .execute()
  return row
}

/**
 * Returns the id; undefined if another user owns the endpoint. The same keys prove possession of the browser, which
 * then passes to this user.
 */
export const putToken = (tx: Tx, row: Schema['push_token']) =>
  tx
    .insertInto('push_token')
    .values(row)
    .onConflict((on) =>
      on
        .column('endpoint')
        .doUpdateSet({ user_id: row.user_id, session_id: row.session_id, keys: row.keys })
        .where((eb) =>
          eb.or([eb('push_token.user_id', '=', row.user_id), eb('push_token.keys', '=', row.keys)]),
        ),
    )
    .returning('id')
    .executeTakeFirst()

/** Keeps the newest `most` browsers of a person. */
export const dropOldTokens = (tx: Tx, userId: Id, max: number) =>
  tx
    .deleteFrom('push_token')
    .where('user_id', '=', userId)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('push_token')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(max),
    )
    .execute()

export const dropToken = (db: Db, id: Id) =>
  db.deleteFrom('push_token').where('id', '=', id).execute()

export const dropOwnToken = (db: Db, userId: Id, endpoint: string) =>
  db
    .deleteFrom('push_token')
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .execute()
