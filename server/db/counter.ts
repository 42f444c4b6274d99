import { sql } from 'kysely'
import type { Tx } from './schema.ts'

/**
 * The next number of a sequence, from 1. Its row stays locked until the transaction ends, so numbers become visible
 * in order on all nodes: a reader that sees 7 sees 6, too.
 */
export async function nextSequence(tx: Tx, name: string): Promise<number> {
  const { last } = await tx
    .insertInto('counter')
    .values({ name, last: 1 })
    .onConflict((on) => on.column('name').doUpdateSet({ last: sql`counter.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

/** Locks a sequence until the transaction ends. */
export const lockSequence = (tx: Tx, name: string) =>
  tx
    .insertInto('counter')
    .values({ name, last: 0 })
    .onConflict((on) => on.column('name').doUpdateSet({ last: sql`counter.last` }))
    .execute()
