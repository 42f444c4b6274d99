import { compiledOnce } from '#server/db/compiled-once.ts'
import { hasRow } from '#server/db/has-row.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import type { Id, Instant } from '#server/db/schema/types.ts'
import type { Db } from '#server/db/schema.ts'

type ListValues = { userId: string; limit: number; offset: number }

const linesOf = compiledOnce((db, { userId, limit, offset }: ListValues) =>
  db
    .selectFrom('notification')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset),
)

/** A person's list, newest first. */
export const listLines = (db: Db, userId: Id, { limit, offset }: PageWindow) =>
  linesOf(db, { userId, limit, offset })

/** False if the person has no such line. */
export const markRead = (db: Db, userId: Id, id: Id, read_at: Instant): Promise<boolean> =>
  hasRow(
    db
      .updateTable('notification')
      .set((eb) => ({ read_at: eb.fn.coalesce('read_at', eb.val(read_at)) }))
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id'),
  )

/** Marks as read what happened until then. */
export const markReadUntil = (db: Db, userId: Id, until: Instant, read_at: Instant) =>
  db
    .updateTable('notification')
    .set({ read_at })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('created_at', '<=', until)
    .execute()
