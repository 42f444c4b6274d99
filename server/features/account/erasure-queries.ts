import type { Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Schema, Tx } from '#server/db/schema.ts'

/** Returns the ids of the deleted uploads. */
export async function deleteUploads(tx: Tx, userId: string): Promise<string[]> {
  await tx.deleteFrom('conversion').where('user_id', '=', userId).execute()
  const deleted = await tx
    .deleteFrom('upload')
    .where('user_id', '=', userId)
    .returning('id')
    .execute()
  return deleted.map(({ id }) => id)
}

/** Deletes the person's follows in both directions and corrects the counts of the others. */
export async function deleteFollows(tx: Tx, userId: string) {
  for (const [ownColumn, otherColumn, column] of [
    ['follower_id', 'followee_id', 'followers'],
    ['followee_id', 'follower_id', 'following'],
  ] as const) {
    const deleted = await tx
      .deleteFrom('follow')
      .where(ownColumn, '=', userId)
      .returning((eb) => eb.ref(otherColumn).as('other'))
      .execute()
    const ids = deleted.map(({ other }) => other).sort()
    for (const id of ids)
      await tx
        .updateTable('user')
        .set({ [column]: sql`${sql.ref(column)} - 1` })
        .where('id', '=', id)
        .execute()
  }
}

export const clearUnread = (tx: Tx, userId: string) =>
  tx.updateTable('conversation_member').set({ unread: 0 }).where('user_id', '=', userId).execute()

export const eraseUser = (tx: Tx, id: string, change: Updateable<Schema['user']>) =>
  tx.updateTable('user').set(change).where('id', '=', id).execute()
