import { TALK_FORGOTTEN_MS } from '#contract/live/limits.ts'
import type { GivenDeps } from '#server/process/deps.ts'
import { closeTalkOf } from './archive/publishment.ts'
import { listLeftOpen } from './broadcast-queries.ts'

const BATCH_SIZE = 100

/** Closes talk left open long after its stream ended; otherwise the event would count as live forever. */
export async function closeForgottenTalk(deps: GivenDeps) {
  const before = new Date(deps.clock.now().getTime() - TALK_FORGOTTEN_MS).toISOString()
  for (const { id } of await listLeftOpen(deps.db, before, BATCH_SIZE)) await closeTalkOf(deps, id)
}
