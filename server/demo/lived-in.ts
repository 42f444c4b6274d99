import type { Db } from '#server/db/schema.ts'

/** Apart from what fills the demo: a server that finds it filled does not load that. */
export const isLivedIn = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined
