import type { Tx } from '#server/db/schema.ts'

/** Tables of products with limited seats: `taken` counts the sold and the held seats. */
type Seated = 'event' | 'digital_ticket'

/** One conditional update: of two buyers of the last seat, one gets it. */
export async function takeSeat(tx: Tx, table: Seated, id: string): Promise<boolean> {
  const updated = await tx
    .updateTable(table)
    .set((eb) => ({ taken: eb('taken', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'published')
    .whereRef('taken', '<', 'capacity')
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

export async function freeSeat(tx: Tx, table: Seated, id: string): Promise<void> {
  await tx
    .updateTable(table)
    .set((eb) => ({ taken: eb('taken', '-', 1) }))
    .where('id', '=', id)
    .execute()
}
