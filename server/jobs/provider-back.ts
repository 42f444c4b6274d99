import type { Deps } from '#server/deps.ts'
import { ProviderDown } from '#server/ports/payments.ts'

type HeldUpDeps = Pick<Deps, 'engine' | 'clock' | 'payments'>

/**
 * Work that the provider's absence has put off, by now perhaps for an hour, is due as soon as it answers: whoever is owed
 * money waits no longer than it was away. Only what failed while it answered nobody: where it answers us and not that
 * work, that pauses as ever. One call asks for all.
 */
export async function goOnWithProvider({ engine, clock, payments }: HeldUpDeps) {
  const now = clock.now().toISOString()
  const heldUp = () =>
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
    await payments.listNotices({ account: null, since: now })
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    await heldUp().set({ provider: 'away' }).execute()
    return
  }
  await heldUp().where('provider', '=', 'away').set({ due_at: now, provider: null }).execute()
  await heldUp().where('provider', '=', 'silent').set({ provider: null }).execute()
}
