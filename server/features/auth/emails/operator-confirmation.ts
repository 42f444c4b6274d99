// Repeated password prompt for operators: opens the admin pages for a while, to that session only.

import { MINUTE_MS } from '#contract/lib/durations.ts'
import { OPERATOR_CONFIRMED_MIN } from '#contract/operator/limits.ts'
import { windowOf } from '#server/db/clocks.ts'
import type { Tx } from '#server/db/schema.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { GivenDeps, Viewer } from '#server/process/deps.ts'
import { findConfirmedAt, setConfirmedAt } from './confirmation-queries.ts'

const confirmationWindow = (deps: GivenDeps) =>
  windowOf(deps.clock.now(), OPERATOR_CONFIRMED_MIN * MINUTE_MS)

/** Instant of its end; null if not confirmed or no longer an operator. */
export async function confirmedUntil(deps: GivenDeps, viewer: Viewer): Promise<string | null> {
  const confirmedAt = await findConfirmedAt(deps.db, viewer, confirmationWindow(deps))
  if (!confirmedAt) return null
  const ends = new Date(confirmedAt).getTime() + OPERATOR_CONFIRMED_MIN * MINUTE_MS
  return new Date(ends).toISOString()
}

export const beginConfirmed = (deps: GivenDeps, tx: Tx, viewer: Viewer) =>
  setConfirmedAt(tx, viewer, isoNow(deps))

export const endConfirmed = (tx: Tx, viewer: Viewer) => setConfirmedAt(tx, viewer, null)
