import { TALK_FORGOTTEN_MS } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { EVENT_CHANGED } from '#server/ports/topics.ts'
import { listLeftOpen, turnEvent } from './broadcasts.ts'

const MOST_AT_ONCE = 100

/** Closes talk whose stream is long over and whose owner left it open: it would be called live for ever. */
export async function closeForgottenTalk({ db, clock, bus }: Pick<Deps, 'db' | 'clock' | 'bus'>) {
  const now = clock.now()
  const before = new Date(now.getTime() - TALK_FORGOTTEN_MS).toISOString()
  for (const { id } of await listLeftOpen(db, before, MOST_AT_ONCE)) {
    const row = { publishment_flg: 3, updated_at: now.toISOString() } as const
    if (await turnEvent(db, id, [2], row)) await bus.publish(EVENT_CHANGED, id)
  }
}
