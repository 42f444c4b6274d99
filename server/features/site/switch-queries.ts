import type { Db } from '#server/db/schema.ts'

/** Key of the site notice, the only row of its table. */
export const BAND = 'band'

export async function listOff(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('feature_switch')
    .select('name')
    .where('enabled', '=', 0)
    .execute()
  return rows.map(({ name }) => name)
}

export const findSiteNotice = (db: Db) =>
  db
    .selectFrom('site_notice')
    .select(['text', 'updated_at'])
    .where('name', '=', BAND)
    .executeTakeFirst()
