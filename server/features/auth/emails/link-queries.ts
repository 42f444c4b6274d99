import type { Db, Schema, Tx } from '#server/db/schema.ts'

export const insertLink = (tx: Db, link: Schema['signed_link']) =>
  tx.insertInto('signed_link').values(link).execute()

/** Payload of the link, for the first caller before its expiry only. */
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

/** Payload of a link that is still valid. */
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

/** The user of a valid password reset token. */
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

/** Spends all emailed links of the account: password resets and email changes. */
export const spendRights = (tx: Tx, userId: string, now: string) =>
  tx
    .updateTable('signed_link')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', 'in', ['reset_password', 'reset_token', 'change_email', 'social_away'])
    .where('used_at', 'is', null)
    .execute()
