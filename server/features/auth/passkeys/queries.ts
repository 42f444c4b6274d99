import { hasRow } from '#server/db/has-row.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'

type Passkey = Schema['passkey']

export const list = (db: Db, userId: string) =>
  db
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at', 'last_used_at', 'credential_id'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** False if the credential is registered already. */
export const insert = (tx: Tx, passkey: Passkey): Promise<boolean> =>
  hasRow(
    tx
      .insertInto('passkey')
      .values(passkey)
      .onConflict((on) => on.column('credential_id').doNothing())
      .returning('id'),
  )

/** Returns the removed passkey. */
export const remove = (tx: Tx, id: string, userId: string) =>
  tx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst()

/** With its owner. */
export const findByCredential = (db: Db, credentialId: string) =>
  db
    .selectFrom('passkey')
    .innerJoin('user', 'user.id', 'passkey.user_id')
    .selectAll('passkey')
    .select(['user.status', 'user.email'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()

/** Updates the counter; false if it has been used with this or a higher one, which indicates a cloned key. */
export const use = (tx: Tx, id: string, counter: number, last_used_at: string) =>
  hasRow(
    tx
      .updateTable('passkey')
      .set({ counter, last_used_at })
      .where('id', '=', id)
      .where((eb) => (counter === 0 ? eb('counter', '=', 0) : eb('counter', '<', counter)))
      .returning('id'),
  )
