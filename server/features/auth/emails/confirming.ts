import { MINUTE_MS } from '#contract/durations.ts'
import { OPERATOR_CONFIRMED_MIN } from '#contract/operator/limits.ts'
import { windowOf } from '#server/db/clocks.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { findConfirmedAt, setConfirmedAt } from './confirmation-queries.ts'

/** Repeated password prompt for operators: opens the admin pages for a while, to that session only. */
export function confirmations({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const confirmationWindow = () => windowOf(clock.now(), OPERATOR_CONFIRMED_MIN * MINUTE_MS)

  /** Instant of its end; null if not confirmed or no longer an operator. */
  async function until(viewer: Viewer): Promise<string | null> {
    const confirmedAt = await findConfirmedAt(db, viewer, confirmationWindow())
    if (!confirmedAt) return null
    const ends = new Date(confirmedAt).getTime() + OPERATOR_CONFIRMED_MIN * MINUTE_MS
    return new Date(ends).toISOString()
  }

  return {
    until,
    holds: async (viewer: Viewer) => (await until(viewer)) !== null,
    begin: (tx: Tx, viewer: Viewer) => setConfirmedAt(tx, viewer, clock.now().toISOString()),
    end: (tx: Tx, viewer: Viewer) => setConfirmedAt(tx, viewer, null),
  }
}
