import type { PlatformFee } from '#server/db/schema/money.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/** Newest first. */
export const listVersions = (db: Db) =>
  db
    .selectFrom('platform_fee')
    .leftJoin('user', 'user.id', 'platform_fee.actor_id')
    .selectAll('platform_fee')
    .select('user.name as actor')
    .orderBy('platform_fee.created_at', 'desc')
    .orderBy('platform_fee.id', 'desc')
    .execute()

export const findVersion = (db: Db, id: string) =>
  db.selectFrom('platform_fee').selectAll().where('id', '=', id).executeTakeFirst()

export const findPlanned = (db: Db, now: string) =>
  db
    .selectFrom('platform_fee')
    .selectAll()
    .where('withdrawn_at', 'is', null)
    .where('effective_at', '>', now)
    .executeTakeFirst()

export const insertVersion = (tx: Tx, version: PlatformFee) =>
  tx.insertInto('platform_fee').values(version).execute()

/** The withdrawn row; undefined if it is in force or was withdrawn before. */
export const withdraw = (tx: Tx, id: string, now: string) =>
  tx
    .updateTable('platform_fee')
    .set({ withdrawn_at: now })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .where('effective_at', '>', now)
    .returningAll()
    .executeTakeFirst()

/** Memberships that still have to be updated at the provider. */
export async function countPending(db: Db, topic: string): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('topic', '=', topic)
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Sellers, including those who have just begun; sorted by id, starting after `after`. */
export const listSellers = (db: Db, after: string, limit: number) =>
  db
    .selectFrom('seller_account')
    .innerJoin('user', 'user.id', 'seller_account.user_id')
    .select(['user.id', 'user.email'])
    .where('seller_account.account_ref', 'is not', null)
    .where('user.status', '!=', 'deleted')
    .where('user.id', '>', after)
    .orderBy('user.id')
    .limit(limit)
    .execute()
