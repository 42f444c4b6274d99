import type { Db } from '#server/db/schema.ts'

/** Whether the session of an active user has not ended. */
export async function isLoggedIn(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const session = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select('session.id')
    .where('session.id', '=', sessionId)
    .where('session.user_id', '=', userId)
    .where('session.revoked_at', 'is', null)
    .where('user.status', '=', 'active')
    .executeTakeFirst()
  return session !== undefined
}
