import { aheadOf } from '#server/db/clocks.ts'
import type { Deps } from '#server/process/deps.ts'

/**
 * Makes work due that was scheduled, or postponed after a failure, by a clock that was ahead by more than the
 * tolerated skew; it would wait until then. Work that has to wait anyway, e.g. for the morning, is postponed again by
 * its handler.
 */
export async function bringBack({ engine, clock }: Pick<Deps, 'engine' | 'clock'>) {
  const now = clock.now()
  const due = now.toISOString()
  const ahead = aheadOf(now)
  const waiting = () => engine.db.updateTable('outbox').where('done_at', 'is', null)
  await waiting().set({ due_at: due, created_at: due }).where('created_at', '>', ahead).execute()
  await waiting().set({ due_at: due, tried_at: due }).where('tried_at', '>', ahead).execute()
}
