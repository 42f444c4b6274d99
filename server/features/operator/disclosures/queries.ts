import { sql } from 'kysely'
import { isUntouched, type Untouched } from '#server/db/clocks.ts'
import { hasRow } from '#server/db/has-row.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { memberColumns } from '#server/features/auth/queries.ts'

interface Filter extends PageWindow {
  state: 'open' | 'all'
}

/** Open requests first, longest waiting on top; then answered ones, newest on top. */
export const listRequests = (db: Db, { state, limit, offset }: Filter) =>
  db
    .selectFrom('disclosure_request as request')
    .innerJoin('user', 'user.id', 'request.seller_id')
    .leftJoin('seller_account', 'seller_account.user_id', 'request.seller_id')
    .select(['request.id', 'request.name as asker', 'request.email', 'request.reason'])
    .select(['request.state', 'request.created_at', 'request.done_at', 'request.declined_for'])
    .select(['request.reminded_at', 'seller_account.seller'])
    .select(memberColumns)
    .$if(state === 'open', (all) => all.where('request.state', '=', 'open'))
    .orderBy(sql`case when request.state = 'open' then 0 else 1 end`)
    .orderBy(sql`case when request.state = 'open' then request.created_at else '' end`)
    .orderBy('request.created_at', 'desc')
    .orderBy('request.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const findAnyRequest = (db: Db, id: string) =>
  db
    .selectFrom('disclosure_request')
    .select(['id', 'seller_id', 'state', 'created_at', 'reminded_at'])
    .where('id', '=', id)
    .executeTakeFirst()

/** False if it was answered or the seller reminded meanwhile. */
export const markReminded = (tx: Tx, id: string, at: string, quiet: Untouched) =>
  hasRow(
    tx
      .updateTable('disclosure_request')
      .set({ reminded_at: at })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where((eb) => eb.or([eb('reminded_at', 'is', null), isUntouched('reminded_at', quiet)]))
      .returning('id'),
  )
