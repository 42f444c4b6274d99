import { hasRow } from '#server/db/has-row.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'

type Which = Pick<Schema['identity'], 'provider' | 'subject'>

/** The user linked to an account of an identity provider. */
export const findBySubject = (db: Db, { provider, subject }: Which) =>
  db
    .selectFrom('identity')
    .innerJoin('user', 'user.id', 'identity.user_id')
    .select(['user.id', 'user.status'])
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()

export const listIdentities = (db: Db, userId: string) =>
  db
    .selectFrom('identity')
    .select(['provider', 'subject', 'created_at as linked_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()

/** False if that identity is linked already, or the user has another one of that provider. */
export const insertIdentity = (
  tx: Tx,
  { id, user_id, provider, subject, at }: Which & { id: string; user_id: string; at: string },
): Promise<boolean> =>
  hasRow(
    tx
      .insertInto('identity')
      .values({ id, user_id, provider, subject, created_at: at })
      .onConflict((on) => on.doNothing())
      .returning('id'),
  )

export const deleteIdentity = (tx: Tx, userId: string, provider: Which['provider']) =>
  tx
    .deleteFrom('identity')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .returning('id')
    .executeTakeFirst()
