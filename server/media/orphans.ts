import { MediaDown } from '#server/ports/media.ts'
import type { Deps } from '#server/process/deps.ts'
import { ApiError } from '../http/api-error.ts'

/** Lists files to which no row refers (yet, or any more): before they are written, or in the transaction that drops the reference. */
export async function markOrphaned(db: Deps['db'], paths: string[], created_at: string) {
  if (paths.length === 0) return
  await db
    .insertInto('loose_file')
    .values(paths.map((path) => ({ path, created_at })))
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Takes files off that list, in the transaction that refers to them. */
export async function claimFiles(db: Deps['db'], paths: string[]) {
  if (paths.length > 0) await db.deleteFrom('loose_file').where('path', 'in', paths).execute()
}

/** The file before its entry: a file without an entry would never be deleted. */
export async function deleteOrphans({ db, media }: Pick<Deps, 'db' | 'media'>, paths: string[]) {
  for (const path of paths) await media.remove(path)
  await claimFiles(db, paths)
}

/** For a request that has succeeded: files of a store that is down stay listed, and the sweep deletes them later. */
export const tryDeleteOrphans = (deps: Pick<Deps, 'db' | 'media'>, paths: string[]) =>
  deleteOrphans(deps, paths).catch((error: unknown) => {
    if (!(error instanceof MediaDown)) throw error
  })

/**
 * After a failed request: deletes the files that it had uploaded, if it was refused. After any other error they stay listed
 * for the sweep: a commit whose answer was lost may refer to them, and a store that is down must not delay the answer again.
 */
export async function deleteOrphansAfter(
  deps: Pick<Deps, 'db' | 'media'>,
  error: unknown,
  paths: string[],
): Promise<void> {
  if (error instanceof ApiError) await tryDeleteOrphans(deps, paths)
}
