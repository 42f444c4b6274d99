import type { Db, Schema, Tx } from '#server/db/schema.ts'

/** When somebody last gave a handle up: an instant. */
export const lastRenamedAt = async (db: Db, userId: string) => {
  const last = await db
    .selectFrom('name_history')
    .select('changed_at')
    .where('user_id', '=', userId)
    .orderBy('changed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.changed_at
}

/** The handle of before is kept; one that they had before that is theirs again. */
export async function rename(
  tx: Tx,
  { id, name, name_skeleton }: Schema['user'],
  to: { name: string; skeleton: string; at: string },
) {
  await tx
    .updateTable('user')
    .set({ name: to.name, name_skeleton: to.skeleton, updated_at: to.at })
    .where('id', '=', id)
    .execute()
  await tx
    .deleteFrom('name_history')
    .where('name', '=', to.name)
    .where('user_id', '=', id)
    .execute()
  await tx
    .insertInto('name_history')
    .values({ name, skeleton: name_skeleton, user_id: id, changed_at: to.at })
    .execute()
}
