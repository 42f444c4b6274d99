import { sql } from 'kysely'
import { hasRow } from '#server/db/has-row.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import type { DisclosureRequest } from '#server/db/schema/money.ts'
import type { Db, Tx } from '#server/db/schema.ts'

export const insertRequest = (tx: Tx, request: DisclosureRequest) =>
  tx.insertInto('disclosure_request').values(request).execute()

export const listRequests = (db: Db, sellerId: string, { limit, offset }: PageWindow) =>
  db
    .selectFrom('disclosure_request')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .orderBy(sql`case when state = 'open' then 0 else 1 end`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const findRequest = (db: Db, sellerId: string, id: string) =>
  db
    .selectFrom('disclosure_request')
    .selectAll()
    .where('id', '=', id)
    .where('seller_id', '=', sellerId)
    .executeTakeFirst()

/** False if it was answered before. */
export const answerRequest = (
  tx: Tx,
  id: string,
  answer: Pick<DisclosureRequest, 'state' | 'declined_for' | 'done_at'>,
): Promise<boolean> =>
  hasRow(
    tx
      .updateTable('disclosure_request')
      .set(answer)
      .where('id', '=', id)
      .where('state', '=', 'open')
      .returning('id'),
  )
