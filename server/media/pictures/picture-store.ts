import type { Arrived } from '#contract/shared/form.schema.ts'
import { PICTURE_MAX } from '#contract/threads/posting-limits.ts'
import type { Deps } from '#server/process/deps.ts'
import { invalid } from '../../http/api-error.ts'
import { claimFiles, deleteOrphansAfter, markOrphaned, tryDeleteOrphans } from '../orphans.ts'
import { pictureError, redraw } from './pictures.ts'

const MB = 1_000_000

/**
 * Storage of a user's picture: `field` is its name in the form, `folder` its location, `side` its largest width or
 * height in pixels.
 */
export function pictureStore(
  { db, clock, media, newId }: Pick<Deps, 'db' | 'clock' | 'media' | 'newId'>,
  { folder, field, side }: { folder: `public/${string}/`; field: string; side?: number },
) {
  const wrong = (words: string) => invalid({ [field]: [words] })

  /** Re-encodes and stores it under a new name. */
  async function keep(who: string, source: Arrived | string) {
    if (typeof source !== 'string' && source.size > PICTURE_MAX.bytes)
      throw wrong(`画像は${PICTURE_MAX.bytes / MB}MB以下のものを選んでください`)
    const sourcePath = typeof source === 'string' ? source : source.path
    const picture = await redraw(who, () => media.read(sourcePath), side)
    if (typeof picture === 'string') throw wrong(pictureError(picture))
    const path = `${folder}${newId()}.webp`
    // Before the first byte, so that the file is known as orphaned if the server dies now.
    await markOrphaned(db, [path], clock.now().toISOString())
    await media.put(path, picture)
    return path
  }

  /**
   * Deletes a replaced picture; those of the demo are shared, and stay. A picture that cannot be deleted now is
   * deleted by the sweep, and does not fail the request.
   */
  async function drop(path: string | null) {
    if (!path?.startsWith(folder)) return
    await markOrphaned(db, [path], clock.now().toISOString())
    await tryDeleteOrphans({ db, media }, [path])
  }

  return {
    drop,
    /**
     * Runs `work` with the new path of a picture, if any; orphaned pictures are then deleted, now or by the sweep.
     * `source`: an upload, or the path of a stored picture. `who`: id of the uploading user.
     */
    async around<T>(
      who: string,
      source: Arrived | string | undefined,
      work: (path: string | undefined) => Promise<T>,
    ): Promise<T> {
      const path = source ? await keep(who, source) : undefined
      try {
        const done = await work(path)
        if (path) await claimFiles(db, [path])
        return done
      } catch (error) {
        if (path) await deleteOrphansAfter({ db, media }, error, [path])
        throw error
      }
    },
  }
}

/** The picture's path after a form was processed. */
export const pictureAfter = (
  before: string | null,
  input: Arrived | '' | undefined,
  path: string | undefined,
) => (input === '' ? null : (path ?? before))
