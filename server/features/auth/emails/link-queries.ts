import type { Db, Schema, Tx } from '#server/db/schema.ts'

export const insertLink = (tx: Db, link: Schema['signed_link']) =>
  tx.insertInto('signed_link').values(link).execute()

/** The same for a short code, whose id repeats if the same code is sent again. */
export const insertCode = (tx: Db, link: Schema['signed_link']) =>
  tx
    .insertInto('signed_link')
    .values(link)
    .onConflict((on) =>
      on.column('id').doUpdateSet({ expires_at: link.expires_at, used_at: link.used_at }),
    )
    .execute()

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

/** Spends all emailed links and codes of the account. */
export const spendRights = (tx: Tx, userId: string, now: string) =>
  tx
    .updateTable('signed_link')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', 'in', [
      'reset_password',
      'reset_token',
      'change_email',
      'social_away',
      'ticket_move',
    ])
    .where('used_at', 'is', null)
    .execute()
