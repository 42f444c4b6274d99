import { hasRow } from '#server/db/has-row.ts'
import type { Db, Tx } from '#server/db/schema.ts'

export const findDevice = (db: Db, userId: string, hash: string) =>
  db
    .selectFrom('known_device')
    .select('hash')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirst()

/** Updates the last use of a device; false if it is unknown. */
export const touchDevice = (tx: Tx, userId: string, hash: string, last_used_at: string) =>
  hasRow(
    tx
      .updateTable('known_device')
      .set({ last_used_at })
      .where('user_id', '=', userId)
      .where('hash', '=', hash)
      .returning('hash'),
  )

export const insertDevice = (tx: Tx, user_id: string, hash: string, last_used_at: string) =>
  tx
    .insertInto('known_device')
    .values({ user_id, hash, last_used_at })
    .onConflict((on) => on.doNothing())
    .execute()

/** Whether the account has had a session: its first login gets no new-device email. */
export const hasComeBefore = (tx: Tx, userId: string) =>
  hasRow(tx.selectFrom('session').select('id').where('user_id', '=', userId).limit(1))

export const findEmail = async (tx: Tx, userId: string): Promise<string> =>
  (await tx.selectFrom('user').select('email').where('id', '=', userId).executeTakeFirstOrThrow())
    .email
