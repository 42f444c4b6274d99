import { UPLOAD } from '#contract/posting-limits.ts'
import { aheadOf } from '#server/db/clocks.ts'
import { claimFiles, deleteOrphans } from '#server/media/orphans.ts'
import { arrivingAt } from '#server/ports/media.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from './queries.ts'
import { shownAmong } from './shown.ts'

const BATCH_SIZE = 200
/** Whoever is still at work on a file has long finished by then; and no orphan is an hour old. */
const LOOSE_MS = 30 * 60_000

/** Removes what was sent and never posted, and files that a power cut left without anything that points at them. */
export async function sweepFiles(deps: Pick<Deps, 'db' | 'clock' | 'media'>) {
  const { db, clock, media } = deps
  const now = clock.now()
  await query.keepNoLonger(db, { now: now.toISOString(), ahead: aheadOf(now) })
  const before = (ms: number) => new Date(clock.now().getTime() - ms).toISOString()
  for (;;) {
    const abandoned = await query.listAbandoned(db, before(UPLOAD.keptMs), BATCH_SIZE)
    const ids = abandoned.map(({ id }) => id)
    for (const id of ids) await media.remove(arrivingAt(id))
    await query.remove(db, ids)
    const loose = await query.listLoose(db, before(LOOSE_MS), BATCH_SIZE)
    const paths = loose.map(({ path }) => path)
    // Something may point at one by now: whoever wrote that died before they took it from this list.
    const shown = await shownAmong(db, paths)
    await claimFiles(db, [...shown])
    await deleteOrphans(
      deps,
      paths.filter((path) => !shown.has(path)),
    )
    if (ids.length < BATCH_SIZE && loose.length < BATCH_SIZE) return
  }
}
