import type { NotNull } from 'kysely'
import { hasRow } from '#server/db/has-row.ts'
import type { WebhookEvent } from '#server/db/schema/money.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/** False if the event is stored already. */
export const insertWebhookEvent = (tx: Tx, event: WebhookEvent): Promise<boolean> =>
  hasRow(
    tx
      .insertInto('webhook_event')
      .values(event)
      .onConflict((on) => on.column('id').doNothing())
      .returning('id'),
  )

export const finishWebhookEvent = (db: Db, id: string, done_at: string) =>
  db.updateTable('webhook_event').set({ state: 'done', done_at }).where('id', '=', id).execute()

export const findCursor = (db: Db, account: string) =>
  db
    .selectFrom('notice_cursor')
    .select('read_until')
    .where('account', '=', account)
    .executeTakeFirst()

/** Moves the cursor forward only: of two concurrent readers the further one wins. */
export const moveCursor = (db: Db, account: string, read_until: string) =>
  db
    .insertInto('notice_cursor')
    .values({ account, read_until })
    .onConflict((on) =>
      on
        .column('account')
        .doUpdateSet({ read_until })
        .where('notice_cursor.read_until', '<', read_until),
    )
    .execute()

export const listUndone = (db: Db, since: string, until: string) =>
  db
    .selectFrom('webhook_event')
    .select(['id', 'type', 'payload'])
    .where('state', '=', 'received')
    .where('received_at', '>', since)
    .where('received_at', '<=', until)
    .orderBy('received_at')
    .execute()

/** The provider's ids of the sellers' accounts. */
export async function listAccounts(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('seller_account')
    .select('account_ref')
    .where('account_ref', 'is not', null)
    .orderBy('account_ref')
    .$narrowType<{ account_ref: NotNull }>()
    .execute()
  return rows.map(({ account_ref }) => account_ref)
}
