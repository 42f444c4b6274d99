import type { Db, Schema, Tx } from '#server/db/schema.ts'

export const insertLink = (tx: Db, link: Schema['signed_link']) =>
  tx.insertInto('signed_link').values(link).execute()

/** What the link is about, for the one caller that used it first and in time. */
export const spendLink = (
  tx: Db,
  purpose: Schema['signed_link']['purpose'],
  id: string,
  now: string,
) =>
  tx
    .updateTable('signed_link')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'payload'])
    .executeTakeFirst()

/** What a link is about that is still good. */
export const findOpenLink = (
  db: Db,
  purpose: Schema['signed_link']['purpose'],
  id: string,
  now: string,
) =>
  db
    .selectFrom('signed_link')
    .select('payload')
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Whose right to set a password this is, while it lasts. */
export const findResetToken = (db: Db, hash: string, now: string) =>
  db
    .selectFrom('signed_link')
    .innerJoin('user', 'user.id', 'signed_link.user_id')
    .select(['user.id', 'user.name', 'user.email'])
    .where('signed_link.id', '=', hash)
    .where('purpose', '=', 'reset_token')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Every mailed right to this account ends: to its password, and to another address. */
export const spendRights = (tx: Tx, userId: string, now: string) =>
  tx
    .updateTable('signed_link')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', 'in', ['reset_password', 'reset_token', 'change_email', 'social_away'])
    .where('used_at', 'is', null)
    .execute()
