import type { WebhookEvent } from '#server/db/schema/money.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/** False where it was kept before: each delivery counts once. */
export async function keepNotice(tx: Tx, event: WebhookEvent): Promise<boolean> {
  const kept = await tx
    .insertInto('webhook_event')
    .values(event)
    .onConflict((on) => on.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

export const finishNotice = (db: Db, id: string, done_at: string) =>
  db.updateTable('webhook_event').set({ state: 'done', done_at }).where('id', '=', id).execute()
