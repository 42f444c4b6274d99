import { DAY_MS } from '#contract/lib/durations.ts'
import type { GivenDeps } from '#server/process/deps.ts'
import { deleteBroadcast, deleteClosedCaptions, listClosed } from './archive-queries.ts'

const BATCH_SIZE = 100

/**
 * Deletes recordings that are no longer accessible: archives a day after their window closed, and streams without
 * archive or of cancelled events a day after their end. Their captions go with them, which also archives without a
 * recording of ours have. Returns the number of recordings.
 */
export async function deleteRecordings({ db, clock, recordings }: GivenDeps): Promise<number> {
  const before = new Date(clock.now().getTime() - DAY_MS).toISOString()
  const old = await listClosed(db, before, BATCH_SIZE)
  for (const { id } of old) {
    // Files first: a row without files is retried, while files without a row would remain forever.
    await recordings.remove(id)
    await deleteBroadcast(db, id)
  }
  await deleteClosedCaptions(db, before)
  return old.length
}
