import type { Deps } from '#server/deps.ts'
import { loosen } from '#server/http/loose-files.ts'
import { arrivingAt, isArriving, type Listed } from '#server/ports/media.ts'
import { listLooseAmong } from './queries.ts'
import { SHOWN_BY, shownAmong } from './shown.ts'

const MOST_AT_ONCE = 200
/** What is older was looked at while it was young. */
const LOOKED_AT_MS = 3 * 24 * 60 * 60_000

/**
 * Finds files that nothing points at and nobody knows of (a server that died before it wrote a row, a piece that the store
 * took after it was given up) and says of them that they are loose. What is only on its way is fastened, or shown, by the
 * time that loose files are removed: so no clock but ours counts.
 */
export async function findOrphans(
  { db, clock, media, log }: Pick<Deps, 'db' | 'clock' | 'media' | 'log'>,
  signal?: AbortSignal,
) {
  const since = clock.now().getTime() - LOOKED_AT_MS
  let orphans = 0
  async function look(files: Set<string>) {
    const paths = [...files]
    files.clear()
    const known = new Set(await listLooseAmong(db, paths))
    // Asked for last: a file that was loose a moment ago may be shown now.
    const shown = await shownAmong(db, paths)
    const lost = paths.filter((path) => !known.has(path) && !shown.has(path))
    await loosen(db, lost, clock.now().toISOString())
    orphans += lost.length
  }
  for (const folder of [...Object.keys(SHOWN_BY), arrivingAt('')]) {
    const files = new Set<string>()
    for await (const file of media.list(folder)) {
      if (signal?.aborted) return
      if (file.at.getTime() < since) continue
      files.add(nameOf(file))
      if (files.size === MOST_AT_ONCE) await look(files)
    }
    if (files.size > 0) await look(files)
  }
  if (orphans > 0) log.warn({ orphans }, 'files that nothing points at will be removed')
}

/** A piece goes with the file that it is of; half of a write is a file of its own, and no other's. */
const nameOf = ({ path, of }: Listed) => (isArriving(path) ? of : path)
