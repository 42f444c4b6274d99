import { createHash } from 'node:crypto'
import type { Db, Tx } from '#server/db/schema.ts'
import { skeletonOf } from './handle.ts'

/** Of the skeleton: what looks like it is as lost as the name itself. */
const hashOf = (skeleton: string) =>
  createHash('sha256').update(`retired-name:${skeleton}`).digest('base64url')

/** These names, which somebody who left had, are never given away again. Nothing says whose they were. */
export async function retire(tx: Tx, names: string[]) {
  if (names.length === 0) return
  await tx
    .insertInto('retired_name')
    .values(names.map((name) => ({ hash: hashOf(skeletonOf(name)) })))
    .onConflict((on) => on.doNothing())
    .execute()
}

export const isRetired = async (db: Db, skeleton: string) =>
  (await db
    .selectFrom('retired_name')
    .select('hash')
    .where('hash', '=', hashOf(skeleton))
    .executeTakeFirst()) !== undefined
