import { markOrphaned } from '#server/media/orphans.ts'
import { arrivingAt, isArriving, type Listed } from '#server/ports/media.ts'
import type { Deps } from '#server/process/deps.ts'
import { listLooseAmong } from './queries.ts'
import { SHOWN_BY, shownAmong } from './shown.ts'

const BATCH_SIZE = 200
/** A store's clock is another, and what was shown a while ago may have been given up since. */
const AGAIN_MS = 3 * 24 * 60 * 60_000

/**
 * Finds files that nothing points at and nobody knows of (a server that died before it wrote a row, a piece that the store
 * took after it was given up) and says of them that they are loose. What is only on its way is fastened, or shown, by the
 * time that loose files are removed: so no clock but ours counts. The first search of a process looks at everything,
 * however long nobody was there to look; the next ones at what is new since.
 */
export function orphanSearch({
  db,
  clock,
  media,
  log,
}: Pick<Deps, 'db' | 'clock' | 'media' | 'log'>) {
  let since = Number.NEGATIVE_INFINITY

  /** Returns how many of them were lost. */
  async function look(files: Set<string>): Promise<number> {
    const paths = [...files]
    files.clear()
    const known = new Set(await listLooseAmong(db, paths))
    // Asked for last: a file that was loose a moment ago may be shown now.
    const shown = await shownAmong(db, paths)
    const lost = paths.filter((path) => !known.has(path) && !shown.has(path))
    await markOrphaned(db, lost, clock.now().toISOString())
    return lost.length
  }

  return async function findOrphans(signal?: AbortSignal): Promise<void> {
    const begunAt = clock.now().getTime()
    // Searched while the clock was ahead: everything once more.
    if (since > begunAt) since = Number.NEGATIVE_INFINITY
    let orphans = 0
    for (const folder of [...Object.keys(SHOWN_BY), arrivingAt('')]) {
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
    if (orphans > 0) log.warn({ orphans }, 'files that nothing points at will be removed')
  }
}

/** A piece goes with the file that it is of; half of a write is a file of its own, and no other's. */
const nameOf = ({ path, of }: Listed) => (isArriving(path) ? of : path)
