import type { Db } from '#server/db/schema.ts'

export async function listBannedWords(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('ng_word').select('word').execute()
  return rows.map(({ word }) => word)
}
