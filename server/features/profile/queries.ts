import { sql } from 'kysely'
import type { PageWindow } from '#server/db/page-window.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'
import { memberColumns } from '#server/features/auth/queries.ts'

/** Undefined if the follow exists already. */
export const addFollow = (tx: Tx, follow: Schema['follow']) =>
  tx
    .insertInto('follow')
    .values(follow)
    .onConflict((on) => on.columns(['follower_id', 'followee_id']).doNothing())
    .returning('followee_id')
    .executeTakeFirst()

/** Undefined if there was no such follow. */
export const removeFollow = (tx: Tx, followerId: string, followeeId: string) =>
  tx
    .deleteFrom('follow')
    .where('follower_id', '=', followerId)
    .where('followee_id', '=', followeeId)
    .returning('followee_id')
    .executeTakeFirst()

export const count = (tx: Tx, column: 'followers' | 'following', userId: string, by: 1 | -1) =>
  tx
    .updateTable('user')
    .set({ [column]: sql`${sql.ref(column)} + ${by}` })
    .where('id', '=', userId)
    .execute()

/** The people on the other side of `mine`, newest first, with whether the viewer follows each. */
export const listFollows = (
  db: Db,
  viewerId: string,
  userId: string,
  ownColumn: 'follower_id' | 'followee_id',
  { limit, offset }: PageWindow,
) =>
  db
    .selectFrom('follow')
    .innerJoin('user', (on) =>
      on.onRef(
        'user.id',
        '=',
        ownColumn === 'followee_id' ? 'follow.follower_id' : 'follow.followee_id',
      ),
    )
    .leftJoin('follow as back', (on) =>
      on.onRef('back.followee_id', '=', 'user.id').on('back.follower_id', '=', viewerId),
    )
    .select(memberColumns)
    .select('back.follower_id as followed_by')
    .where(`follow.${ownColumn}`, '=', userId)
    .where('user.status', '=', 'active')
    .orderBy('follow.created_at', 'desc')
    .orderBy('user.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const listActive = (db: Db, ids: string[]) =>
  db
    .selectFrom('user')
    .select('user.id')
    .select(memberColumns)
    .where('user.id', 'in', ids)
    .where('user.status', '=', 'active')
    .execute()
