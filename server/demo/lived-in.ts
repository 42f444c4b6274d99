import type { Db } from '#server/db/schema.ts'

/** Apart from what fills the demo: a server that finds it filled does not load that. */
export const isLivedIn = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined

/** Everybody knows the password of the demo's operator, and nobody else has an address under example.com. */
export const isDemo = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('user')
    .select('id')
    .where('email', '=', 'admin@example.com')
    .executeTakeFirst()) !== undefined
