import type { Deps } from '#server/deps.ts'
import { MediaDown } from '#server/ports/media.ts'
import { Refusal } from './refusal.ts'

/** Says of files that nothing points at them yet, or any more: before they are written, or with what lets go of them. */
export async function loosen(db: Deps['db'], paths: string[], created_at: string) {
  if (paths.length === 0) return
  await db
    .insertInto('loose_file')
    .values(paths.map((path) => ({ path, created_at })))
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Something points at them now: in the transaction that does. */
export async function fasten(db: Deps['db'], paths: string[]) {
  if (paths.length > 0) await db.deleteFrom('loose_file').where('path', 'in', paths).execute()
}

/** First the files: what is forgotten before it is gone would stay for ever. */
export async function removeLoose({ db, media }: Pick<Deps, 'db' | 'media'>, paths: string[]) {
  for (const path of paths) await media.remove(path)
  await fasten(db, paths)
}

/** For who has done what was asked: files that cannot be removed now stay loose, and the sweep has them later. */
export const dropLoose = (deps: Pick<Deps, 'db' | 'media'>, paths: string[]) =>
  removeLoose(deps, paths).catch((error: unknown) => {
    if (!(error instanceof MediaDown)) throw error
  })

/**
 * After work that failed, of files that it would have shown: they go where we refused it. Where a database broke off they
 * stay loose, and the sweep looks whether anything points at them: a commit whose answer was lost may have been kept. And a
 * store that is down is not asked once more while somebody waits.
 */
export async function dropAfter(
  deps: Pick<Deps, 'db' | 'media'>,
  error: unknown,
  paths: string[],
): Promise<void> {
  if (error instanceof Refusal) await dropLoose(deps, paths)
}
