import { sql } from 'kysely'
import { hasRow } from '#server/db/has-row.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'
import { memberColumns } from '#server/features/auth/queries.ts'

type Takedown = Schema['takedown']
interface Filter extends PageWindow {
  state: 'open' | 'accepted' | 'declined' | 'all'
}
const WAITING = ['open', 'inquired'] as const

export const insertTakedown = (tx: Tx, row: Takedown) =>
  tx.insertInto('takedown').values(row).execute()

/** Open requests first, oldest on top; then decided ones, newest on top. */
export const listTakedowns = (db: Db, { state, limit, offset }: Filter) =>
  db
    .selectFrom('takedown')
    .selectAll()
    .$if(state === 'open', (all) => all.where('state', 'in', WAITING))
    .$if(state === 'accepted' || state === 'declined', (all) =>
      all.where('state', '=', state as Takedown['state']),
    )
    .orderBy(sql`case when decided_at is null then 0 else 1 end`)
    .orderBy(sql`case when decided_at is null then created_at else '' end`)
    .orderBy('decided_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()

export const findTakedown = (db: Db, id: string) =>
  db.selectFrom('takedown').selectAll().where('id', '=', id).executeTakeFirst()

export const findRequester = (db: Db, id: string) =>
  db.selectFrom('user').select(memberColumns).where('id', '=', id).executeTakeFirst()

const changed = (tx: Tx, id: string, from: readonly Takedown['state'][], to: object) =>
  hasRow(
    tx
      .updateTable('takedown')
      .set(to)
      .where('id', '=', id)
      .where('state', 'in', from)
      .returning('id'),
  )

type Inquiry = Pick<Takedown, 'inquired_at' | 'answer_until'>
/** False if the author was asked, or the request decided, before. */
export const inquire = (tx: Tx, id: string, inquiry: Inquiry) =>
  changed(tx, id, ['open'], { ...inquiry, state: 'inquired' })

type Decided = Pick<Takedown, 'state' | 'decided_at' | 'moderation_id'>
/** False if another operator was first. */
export const decide = (tx: Tx, id: string, decision: Decided) => changed(tx, id, WAITING, decision)

export const reopen = (tx: Tx, { id, inquired_at }: Pick<Takedown, 'id' | 'inquired_at'>) =>
  changed(tx, id, ['accepted', 'declined'], {
    state: inquired_at === null ? 'open' : 'inquired',
    decided_at: null,
    moderation_id: null,
  })

type Answered = Pick<Takedown, 'answer' | 'answer_text' | 'answered_at'>
/** False if it was answered or decided before. */
export const answer = (tx: Db, id: string, answered: Answered) =>
  hasRow(
    tx
      .updateTable('takedown')
      .set(answered)
      .where('id', '=', id)
      .where('state', '=', 'inquired')
      .where('answer', 'is', null)
      .returning('id'),
  )
