import { MINUTE_MS } from '#contract/durations.ts'
import { OPERATOR_CONFIRMED_MIN } from '#contract/limits.ts'
import { isLately, latelyIn } from '#server/db/clocks.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'

/** Repeated password prompt for operators: opens the admin pages for a while, to that session only. */
export function confirmations({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const confirmationWindow = () => latelyIn(clock.now(), OPERATOR_CONFIRMED_MIN * MINUTE_MS)

  /** Instant of its end; null if not confirmed or no longer an operator. */
  async function until(viewer: Viewer): Promise<string | null> {
    const found = await db
      .selectFrom('session')
      .innerJoin('user', 'user.id', 'session.user_id')
      .select('session.confirmed_at')
      .where('session.id', '=', viewer.sessionId)
      .where('user.id', '=', viewer.id)
      .where('user.role', '=', 'operator')
      .where('user.status', '=', 'active')
      .where('session.revoked_at', 'is', null)
      .where(isLately('session.confirmed_at', confirmationWindow()))
      .executeTakeFirst()
    if (!found?.confirmed_at) return null
    const ends = new Date(found.confirmed_at).getTime() + OPERATOR_CONFIRMED_MIN * MINUTE_MS
    return new Date(ends).toISOString()
  }

  const set = (tx: Tx, viewer: Viewer, confirmed_at: string | null) =>
    tx
      .updateTable('session')
      .set({ confirmed_at })
      .where('id', '=', viewer.sessionId)
      .where('user_id', '=', viewer.id)
      .execute()

  return {
    until,
    holds: async (viewer: Viewer) => (await until(viewer)) !== null,
    begin: (tx: Tx, viewer: Viewer) => set(tx, viewer, clock.now().toISOString()),
    end: (tx: Tx, viewer: Viewer) => set(tx, viewer, null),
  }
}
