import { createHash } from 'node:crypto'
import { hasRow } from '#server/db/has-row.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { skeletonOf } from './handle.ts'

/** Hash of the skeleton, so that look-alike handles are retired, too. */
const hashOf = (skeleton: string) =>
  createHash('sha256').update(`retired-name:${skeleton}`).digest('base64url')

/** Reserves the handles of a deleted account forever, without a reference to the account. */
export async function retire(tx: Tx, names: string[]) {
  if (names.length === 0) return
  await tx
    .insertInto('retired_name')
    .values(names.map((name) => ({ hash: hashOf(skeletonOf(name)) })))
    .onConflict((on) => on.doNothing())
    .execute()
}

export const isRetired = (db: Db, skeleton: string) =>
  hasRow(db.selectFrom('retired_name').select('hash').where('hash', '=', hashOf(skeleton)))
