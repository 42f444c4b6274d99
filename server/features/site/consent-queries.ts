import type { AgreedText } from '#contract/consents/calls.ts'
import type { Db, Schema } from '#server/db/schema.ts'

export interface Version {
  title: string
  version: number
  published_at: string
}

/** The version in force at that moment. */
export const findVersionInForce = (
  db: Db,
  slug: AgreedText,
  at: string,
): Promise<Version | undefined> =>
  db
    .selectFrom('legal_text')
    .select(['title', 'version', 'published_at'])
    .where('slug', '=', slug)
    .where('published_at', '<=', at)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The newest version that requires consent again; null if none does. */
export async function leastConsented(db: Db, slug: AgreedText, at: string): Promise<number | null> {
  const row = await db
    .selectFrom('legal_text')
    .select((eb) => eb.fn.max('version').as('version'))
    .where('slug', '=', slug)
    .where('consent', '=', 1)
    .where('published_at', '<=', at)
    .executeTakeFirst()
  return row?.version == null ? null : Number(row.version)
}

/** The newest accepted version of each text. */
export const listGiven = (db: Db, userId: string) =>
  db
    .selectFrom('consent')
    .select((eb) => ['slug', eb.fn.max('version').as('version')])
    .where('user_id', '=', userId)
    .groupBy('slug')
    .execute()

/** Idempotent. */
export const addConsent = (db: Db, row: Schema['consent']) =>
  db
    .insertInto('consent')
    .values(row)
    .onConflict((on) => on.columns(['user_id', 'slug', 'version']).doNothing())
    .execute()
