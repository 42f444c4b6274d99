import { UPLOAD } from '#contract/threads/posting-limits.ts'
import { aheadOf } from '#server/db/clocks.ts'
import { claimFiles, deleteOrphans } from '#server/media/orphans.ts'
import { pendingPath } from '#server/ports/media.ts'
import type { Deps } from '#server/process/deps.ts'
import { giveUp } from './conversion.ts'
import * as conversions from './conversion-queries.ts'
import * as query from './queries.ts'
import { shownAmong } from './shown-queries.ts'

const BATCH_SIZE = 200
/** Age at which an orphaned file is deleted: long after any work on it, and within an hour. */
const ORPHANED_MS = 30 * 60_000

/** Deletes abandoned uploads and orphaned files. */
export async function sweepFiles(deps: Deps) {
  const { db, clock, media } = deps
  const now = clock.now()
  const clocks = { now: now.toISOString(), ahead: aheadOf(now) }
  await query.expireUploads(db, clocks)
  await conversions.expire(db, clocks)
  const before = (ms: number) => new Date(clock.now().getTime() - ms).toISOString()
  for (const { user_id, upload_id } of await conversions.listAbandoned(db, before(UPLOAD.keptMs)))
    await giveUp(deps, user_id, upload_id)
  for (;;) {
    const abandoned = await query.listAbandoned(db, before(UPLOAD.keptMs), BATCH_SIZE)
    const ids = abandoned.map(({ id }) => id)
    for (const id of ids) await media.remove(pendingPath(id))
    await query.remove(db, ids)
    const orphans = await query.listOrphaned(db, before(ORPHANED_MS), BATCH_SIZE)
    const paths = orphans.map(({ path }) => path)
    // A row may refer to it after all: its writer died before removing the mark.
    const shown = await shownAmong(db, paths)
    await claimFiles(db, [...shown])
    await deleteOrphans(
      deps,
      paths.filter((path) => !shown.has(path)),
    )
    if (ids.length < BATCH_SIZE && orphans.length < BATCH_SIZE) return
  }
}
