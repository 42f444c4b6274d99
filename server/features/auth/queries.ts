import { sql } from 'kysely'
import { compiledOnce } from '#server/db/compiled-once.ts'
import { hasRow } from '#server/db/has-row.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'
import { isRetired } from './retired-name-queries.ts'

/** User columns needed for `Member` on the wire. */
export const memberColumns = [
  'user.name',
  'user.display_name',
  'user.icon_small_path',
  'user.official_flg',
  'user.status as member_status',
] as const

/** What people are sorted by: their name as it is shown, so that none of suspended people can be told from the order. */
export const shownName = sql<string>`case when "user".status = 'suspended' then '' else "user".display_name end`

export const findUserByEmail = (db: Db, email: string) =>
  db.selectFrom('user').selectAll().where('email', '=', email).executeTakeFirst()

export const findUser = (db: Db, id: string) =>
  db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst()

/** A person whose row cannot be missing: rows of people are erased, not deleted. */
export const getUser = (db: Db, id: string) =>
  db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** By the current name or a former one: former names keep redirecting. */
export async function findUserByName(db: Db, name: string) {
  const [user] = await userByName(db, { name })
  return user
}

const userByName = compiledOnce((db, { name }: { name: string }) =>
  db
    .selectFrom('user')
    .selectAll('user')
    .where('status', '!=', 'deleted')
    .where('name', '=', name)
    // A union, so that each part uses its index: with OR, PostgreSQL scans all users.
    .unionAll(
      db
        .selectFrom('name_history')
        .innerJoin('user', 'user.id', 'name_history.user_id')
        .selectAll('user')
        .where('user.status', '!=', 'deleted')
        .where('name_history.name', '=', name),
    ),
)

/**
 * Whether a look-alike handle is or was in use; former handles are never reassigned. `but`: the user who may reuse
 * their own. Current handles are checked first, so that one released between the two queries is found in the history.
 */
export async function isNameTaken(db: Db, skeleton: string, but = ''): Promise<boolean> {
  const today = await db
    .selectFrom('user')
    .select('id')
    .where('name_skeleton', '=', skeleton)
    .where('id', '!=', but)
    .executeTakeFirst()
  if (today) return true
  const former = await db
    .selectFrom('name_history')
    .select('name')
    .where('skeleton', '=', skeleton)
    .where('user_id', '!=', but)
    .limit(1)
    .executeTakeFirst()
  return former !== undefined || isRetired(db, skeleton)
}

/** False if the name or email has been taken meanwhile. */
export const insertUser = (tx: Tx, user: Schema['user']): Promise<boolean> =>
  hasRow(
    tx
      .insertInto('user')
      .values(user)
      .onConflict((on) => on.doNothing())
      .returning('id'),
  )

export const insertNotificationSetting = (tx: Tx, setting: Schema['notification_setting']) =>
  tx.insertInto('notification_setting').values(setting).execute()

export const setPasswordHash = (tx: Tx, id: string, password_hash: string, now: string) =>
  tx
    .updateTable('user')
    .set({ password_hash, updated_at: now })
    .where('id', '=', id)
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow()

export const insertSession = (db: Db, session: Schema['session']) =>
  db.insertInto('session').values(session).execute()

export const insertRefreshToken = (db: Db, token: Schema['refresh_token']) =>
  db.insertInto('refresh_token').values(token).execute()

export const findRefreshToken = (db: Db, hash: string) =>
  db
    .selectFrom('refresh_token')
    .innerJoin('session', 'session.id', 'refresh_token.session_id')
    .innerJoin('user', 'user.id', 'session.user_id')
    .selectAll('refresh_token')
    .select([
      'session.user_id',
      'session.revoked_at',
      'session.created_at as opened_at',
      'user.status',
    ])
    .where('token_hash', '=', hash)
    .executeTakeFirst()

/** True for the first caller only. */
export const spendRefreshToken = (db: Db, hash: string, successor: string, now: string) =>
  hasRow(
    db
      .updateTable('refresh_token')
      .set({ used_at: now, successor_hash: successor })
      .where('token_hash', '=', hash)
      .where('used_at', 'is', null)
      .returning('token_hash'),
  )

export const touchSession = (db: Db, id: string, now: string) =>
  db.updateTable('session').set({ last_seen_at: now }).where('id', '=', id).execute()

/** Deletes the push tokens of ended sessions. The sender checks the session, too. */
const deleteBrowsers = (db: Db, sessionIds: string[]) =>
  db.deleteFrom('push_token').where('session_id', 'in', sessionIds).execute()

/** The session ended by this call; undefined if it had ended before or belongs to another user. */
export async function endSession(db: Db, id: string, userId: string, now: string) {
  const ended = await db
    .updateTable('session')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (ended) await deleteBrowsers(db, [ended.id])
  return ended
}

/** False if the address has been taken meanwhile. */
export async function setEmail(tx: Tx, id: string, email: string, now: string): Promise<boolean> {
  const holder = await findUserByEmail(tx, email)
  if (holder) return holder.id === id
  await tx.updateTable('user').set({ email, updated_at: now }).where('id', '=', id).execute()
  return true
}

/** Ends the user's sessions except `stays`, and returns the ids of those ended now. */
export async function endSessions(
  tx: Tx,
  userId: string,
  now: string,
  stays: string | null = null,
): Promise<string[]> {
  const ended = await tx
    .updateTable('session')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(stays !== null, (those) => those.where('id', '!=', stays))
    .returning('id')
    .execute()
  const ids = ended.map(({ id }) => id)
  if (ids.length > 0) await deleteBrowsers(tx, ids)
  return ids
}

export const liveSessions = (db: Db, userId: string) =>
  db
    .selectFrom('session')
    .select(['id', 'device', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('last_seen_at', 'desc')
    .execute()

export type Bearer = Awaited<ReturnType<typeof listBearers>>[number]

/** Users of the valid ones among these sessions. */
export const listBearers = (db: Db, sessionIds: string[]) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(['session.id as session_id', 'user.id', 'user.role'])
    .where('session.id', 'in', sessionIds)
    .where('session.revoked_at', 'is', null)
    .where('user.status', '=', 'active')
    .execute()

/** Current user and role of a session, since sessions end and roles change during the life of a token. */
export const findBearer = async (db: Db, sessionId: string): Promise<Bearer | undefined> =>
  (await listBearers(db, [sessionId]))[0]

/** Locks the row until the transaction ends, and returns it. */
export const lockUser = (tx: Tx, id: string) =>
  tx
    .updateTable('user')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const listOperators = (db: Db) =>
  db
    .selectFrom('user')
    .select(['id', 'email'])
    .where('role', '=', 'operator')
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
