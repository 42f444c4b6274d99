import type { Tear } from '#server/db/schema/tickets.ts'
import type { Tx } from '#server/db/schema.ts'

/** False if it was recorded before. */
export async function insertTear(tx: Tx, row: Tear): Promise<boolean> {
  const inserted = await tx
    .insertInto('tear')
    .values(row)
    .onConflict((on) => on.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const markUsed = (tx: Tx, id: string, used_at: string) =>
  tx.updateTable('issued_ticket').set({ status: 'used', used_at }).where('id', '=', id).execute()
