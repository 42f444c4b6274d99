import { markOrphaned } from '#server/media/orphans.ts'
import { isPending, type ListedFile, pendingPath } from '#server/ports/media.ts'
import type { Deps } from '#server/process/deps.ts'
import { listOrphanedAmong } from './queries.ts'
import { SHOWN_BY, shownAmong } from './shown-queries.ts'

const BATCH_SIZE = 200
/** Overlap of searches: the store's clock may differ, and files in use earlier may have become orphaned since. */
const AGAIN_MS = 3 * 24 * 60 * 60_000

/**
 * Finds unreferenced files that are not marked yet (after a crash before the row was written, or a chunk stored after
 * its upload was given up) and marks them as orphaned. Files in progress are referenced or claimed before marked
 * files are deleted, so only our own clock matters. The first search of a process covers all files, later ones recent
 * files.
 */
export function orphanSearch({ db, clock, media, log }: Deps) {
  let since = Number.NEGATIVE_INFINITY

  /** Returns the number of orphaned files found. */
  async function look(files: Set<string>): Promise<number> {
    const paths = [...files]
    files.clear()
    const known = new Set(await listOrphanedAmong(db, paths))
    // Queried last: a file marked a moment ago may be in use now.
    const shown = await shownAmong(db, paths)
    const lost = paths.filter((path) => !known.has(path) && !shown.has(path))
    await markOrphaned(db, lost, clock.now().toISOString())
    return lost.length
  }

  return async function findOrphans(signal?: AbortSignal): Promise<void> {
    const begunAt = clock.now().getTime()
    // The last search ran while the clock was ahead: search everything again.
    if (since > begunAt) since = Number.NEGATIVE_INFINITY
    let orphans = 0
    for (const folder of [...Object.keys(SHOWN_BY), pendingPath('')]) {
      const files = new Set<string>()
      for await (const file of media.list(folder)) {
        if (signal?.aborted) return
        if (file.at.getTime() < since) continue
        files.add(nameOf(file))
        if (files.size === BATCH_SIZE) orphans += await look(files)
      }
      if (files.size > 0) orphans += await look(files)
    }
    since = begunAt - AGAIN_MS
    if (orphans > 0) log.warn({ orphans }, 'Unreferenced files were found and will be deleted.')
  }
}

/** A chunk counts as its upload; a partial write is a file of its own. */
const nameOf = ({ path, of }: ListedFile) => (isPending(path) ? of : path)
