import { ProviderDown } from '#server/ports/payments.ts'
import type { Deps } from '#server/process/deps.ts'

type ResumeDeps = Pick<Deps, 'engine' | 'clock' | 'payments'>

/**
 * Resumes outbox jobs that a provider outage has delayed, up to an hour by backoff, as soon as the provider answers a probe.
 * Only jobs that failed during the outage: a job that fails while the provider answers keeps its backoff.
 */
export async function resumeAfterOutage({ engine, clock, payments }: ResumeDeps) {
  const now = clock.now().toISOString()
  const delayed = () =>
    engine.db.updateTable('outbox').where('done_at', 'is', null).where('provider', 'is not', null)
  const one = await engine.read
    .selectFrom('outbox')
    .select('id')
    .where('done_at', 'is', null)
    .where('provider', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (!one) return
  try {
    await payments.listEvents({ account: null, since: now })
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    await delayed().set({ provider: 'away' }).execute()
    return
  }
  await delayed().where('provider', '=', 'away').set({ due_at: now, provider: null }).execute()
  await delayed().where('provider', '=', 'silent').set({ provider: null }).execute()
}
