import { sql } from 'kysely'
import type { Tx } from './schema.ts'

/**
 * The next number of a series, from 1. The row stays locked until the transaction ends, so numbers become
 * visible in their order: who has seen 7 has seen 6, on whichever node they were written.
 */
export async function nextOf(tx: Tx, name: string): Promise<number> {
  const { last } = await tx
    .insertInto('counter')
    .values({ name, last: 1 })
    .onConflict((on) => on.column('name').doUpdateSet({ last: sql`counter.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

/** Holds a series still until the transaction ends: whoever wants its next number waits. */
export const lockSeries = (tx: Tx, name: string) =>
  tx
    .insertInto('counter')
    .values({ name, last: 0 })
    .onConflict((on) => on.column('name').doUpdateSet({ last: sql`counter.last` }))
    .execute()
