import type { Deps } from '#server/deps.ts'
import { after, LEASE_MS } from './lease.ts'

/**
 * Work that was left while the clock was ahead, by more than clocks of nodes differ, would wait until time is there: it
 * is due now.
 */
export async function bringBack({ engine, clock }: Pick<Deps, 'engine' | 'clock'>) {
  const now = clock.now()
  const due = now.toISOString()
  await engine.db
    .updateTable('outbox')
    .set({ due_at: due, created_at: due })
    .where('done_at', 'is', null)
    .where('created_at', '>', after(now, LEASE_MS))
    .execute()
}
