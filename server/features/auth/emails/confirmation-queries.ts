import { isWithin, type TimeWindow } from '#server/db/clocks.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { Viewer } from '#server/process/deps.ts'

type Confirming = Pick<Viewer, 'id' | 'sessionId'>

/** Instant of an operator's repeated password in this session; undefined or null without one in the window. */
export async function findConfirmedAt(db: Db, { id, sessionId }: Confirming, window: TimeWindow) {
  const row = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select('session.confirmed_at')
    .where('session.id', '=', sessionId)
    .where('user.id', '=', id)
    .where('user.role', '=', 'operator')
    .where('user.status', '=', 'active')
    .where('session.revoked_at', 'is', null)
    .where(isWithin('session.confirmed_at', window))
    .executeTakeFirst()
  return row?.confirmed_at
}

export const setConfirmedAt = (
  tx: Tx,
  { id, sessionId }: Confirming,
  confirmed_at: string | null,
) =>
  tx
    .updateTable('session')
    .set({ confirmed_at })
    .where('id', '=', sessionId)
    .where('user_id', '=', id)
    .execute()
