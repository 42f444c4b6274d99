import type { Db } from '#server/db/schema.ts'

/** In its own module, so that a filled server does not load the demo. */
export const isDemoHistory = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined

/**
 * Detects the demo by its operator, whose password is public, and whose address under example.com is unique to it.
 */
export const isDemo = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('user')
    .select('id')
    .where('email', '=', 'admin@example.com')
    .executeTakeFirst()) !== undefined
