import type { Db, Schema, Tx } from '#server/db/schema.ts'
import { isRetired } from './retired-names.ts'

/** What `Member` on the wire needs of a user. */
export const memberColumns = [
  'user.name',
  'user.display_name',
  'user.icon_small_path',
  'user.official_flg',
  'user.status as member_status',
] as const

export const findUserByEmail = (db: Db, email: string) =>
  db.selectFrom('user').selectAll().where('email', '=', email).executeTakeFirst()

export const findUser = (db: Db, id: string) =>
  db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst()

/** By today's name, or by one that the user had before: old names lead on for good. */
export const findUserByName = (db: Db, name: string) =>
  db
    .selectFrom('user')
    .selectAll('user')
    .where('status', '!=', 'deleted')
    .where('name', '=', name)
    // Apart, each along an index: asked for both at once, PostgreSQL reads everybody.
    .unionAll(
      db
        .selectFrom('name_history')
        .innerJoin('user', 'user.id', 'name_history.user_id')
        .selectAll('user')
        .where('user.status', '!=', 'deleted')
        .where('name_history.name', '=', name),
    )
    .executeTakeFirst()

/**
 * Whether a handle that looks like this one is somebody's, or was: old handles are never given away. `but`: whoever may
 * have their own. Today's are looked at first: one that is given up between the two looks is found by the second.
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

/** False where the name or the address belongs to somebody by now. */
export async function insertUser(tx: Tx, user: Schema['user']): Promise<boolean> {
  const inserted = await tx
    .insertInto('user')
    .values(user)
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

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
    .select(['session.user_id', 'session.revoked_at', 'user.status'])
    .where('token_hash', '=', hash)
    .executeTakeFirst()

/** True for the one caller that used it first. */
export async function spendRefreshToken(db: Db, hash: string, successor: string, now: string) {
  const used = await db
    .updateTable('refresh_token')
    .set({ used_at: now, successor_hash: successor })
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('token_hash')
    .executeTakeFirst()
  return used !== undefined
}

export const touchSession = (db: Db, id: string, now: string) =>
  db.updateTable('session').set({ last_seen_at: now }).where('id', '=', id).execute()

/** Nothing goes to the browsers of logins that have ended; what sends looks at that, too. */
const forgetBrowsers = (db: Db, sessionIds: string[]) =>
  db.deleteFrom('push_token').where('session_id', 'in', sessionIds).execute()

/** The session that was ended now; nothing when it had ended before or is somebody else's. */
export async function endSession(db: Db, id: string, userId: string, now: string) {
  const ended = await db
    .updateTable('session')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (ended) await forgetBrowsers(db, [ended.id])
  return ended
}

/** False where the address belongs to somebody else by now. */
export async function setEmail(tx: Tx, id: string, email: string, now: string): Promise<boolean> {
  const holder = await findUserByEmail(tx, email)
  if (holder) return holder.id === id
  await tx.updateTable('user').set({ email, updated_at: now }).where('id', '=', id).execute()
  return true
}

/** The ids of the sessions that were ended now: all that the user had, but for the one that `stays`. */
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
  if (ids.length > 0) await forgetBrowsers(tx, ids)
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

/** Whose sessions these are, of those that hold. */
export const listBearers = (db: Db, sessionIds: string[]) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(['session.id as session_id', 'user.id', 'user.role'])
    .where('session.id', 'in', sessionIds)
    .where('session.revoked_at', 'is', null)
    .where('user.status', '=', 'active')
    .execute()

/** What a token's bearer may be today: sessions end and roles change while a token lives on. */
export const findBearer = async (db: Db, sessionId: string): Promise<Bearer | undefined> =>
  (await listBearers(db, [sessionId]))[0]

/** The row as it was, kept from others until the transaction ends. */
export const lockUser = (tx: Tx, id: string) =>
  tx
    .updateTable('user')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
