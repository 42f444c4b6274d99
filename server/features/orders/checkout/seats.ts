import type { Tx } from '#server/db/schema.ts'

/** What is sold by the place: each row counts those that are taken, and is sold while it is published. */
type Seated = 'event' | 'digital_ticket'

/** One conditional update: of two for the last place, one gets it. */
export async function takeSeat(tx: Tx, table: Seated, id: string): Promise<boolean> {
  const taken = await tx
    .updateTable(table)
    .set((eb) => ({ taken: eb('taken', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'published')
    .whereRef('taken', '<', 'capacity')
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

export async function freeSeat(tx: Tx, table: Seated, id: string): Promise<void> {
  await tx
    .updateTable(table)
    .set((eb) => ({ taken: eb('taken', '-', 1) }))
    .where('id', '=', id)
    .execute()
}
