import { aheadOf } from '#server/db/clocks.ts'
import type { Deps } from '#server/process/deps.ts'

/**
 * Work that was left, or put off after a try, while the clock was ahead, by more than clocks of nodes differ, would wait
 * until time is there: it is due now. What has to wait even so, such as for the morning, is put off anew by its handler.
 */
export async function bringBack({ engine, clock }: Pick<Deps, 'engine' | 'clock'>) {
  const now = clock.now()
  const due = now.toISOString()
  const ahead = aheadOf(now)
  const waiting = () => engine.db.updateTable('outbox').where('done_at', 'is', null)
  await waiting().set({ due_at: due, created_at: due }).where('created_at', '>', ahead).execute()
  await waiting().set({ due_at: due, tried_at: due }).where('tried_at', '>', ahead).execute()
}
