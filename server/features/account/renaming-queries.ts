import type { Db, Schema, Tx } from '#server/db/schema.ts'

/** Instant of the last change of the handle. */
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

/** Keeps the previous handle in the history. A person may take back one of their own previous handles. */
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
