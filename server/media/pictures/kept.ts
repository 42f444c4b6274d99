import { PICTURE_MAX } from '#contract/posting-limits.ts'
import type { Deps } from '#server/process/deps.ts'
import { invalid } from '../../http/refusal.ts'
import { claimFiles, deleteOrphansAfter, markOrphaned, tryDeleteOrphans } from '../orphans.ts'
import { redraw, refusalOf } from './pictures.ts'

const MB = 1_000_000

/**
 * The picture of something that a person writes: `field` is its name in the form, `folder` where it is kept, `side` how
 * wide or high it is at most, in pixels.
 */
export function keptPictures(
  { db, clock, media, newId }: Pick<Deps, 'db' | 'clock' | 'media' | 'newId'>,
  { folder, field, side }: { folder: `public/${string}/`; field: string; side?: number },
) {
  const wrong = (words: string) => invalid({ [field]: [words] })

  /** Keeps it drawn anew, under a name that was never there before. */
  async function keep(who: string, file: File) {
    if (file.size > PICTURE_MAX.bytes)
      throw wrong(`画像は${PICTURE_MAX.bytes / MB}MB以下のものを選んでください`)
    const picture = await redraw(who, new Uint8Array(await file.arrayBuffer()), side)
    if (typeof picture === 'string') throw wrong(refusalOf(picture))
    const path = `${folder}${newId()}.webp`
    // Before the first byte: also a server that dies now leaves no file behind that nobody knows of.
    await markOrphaned(db, [path], clock.now().toISOString())
    await media.put(path, picture)
    return path
  }

  /**
   * What nobody shows any more; pictures that came with the demo belong to several. One that cannot be removed now is
   * removed by the sweep: what was saved beside it is saved.
   */
  async function drop(path: string | null) {
    if (!path?.startsWith(folder)) return
    await markOrphaned(db, [path], clock.now().toISOString())
    await tryDeleteOrphans({ db, media }, [path])
  }

  return {
    drop,
    /**
     * Runs `work` with the path of the new picture, if one came; whatever nobody points at in the end is removed, now or by
     * the sweep. `who`: the id of who sends it.
     */
    async around<T>(
      who: string,
      file: File | '' | undefined,
      work: (path: string | undefined) => Promise<T>,
    ): Promise<T> {
      const path = file ? await keep(who, file) : undefined
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

/** Which picture stands after this was said. */
export const pictureAfter = (
  before: string | null,
  said: File | '' | undefined,
  path: string | undefined,
) => (said === '' ? null : (path ?? before))
