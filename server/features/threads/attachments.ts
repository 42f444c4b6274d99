import type { Arrived } from '#contract/form.schema.ts'
import {
  AUDIO_UNPLAYABLE,
  AUDIO_UNREADABLE,
  SMALL_IMAGE_WRONG,
  THUMBNAIL_NEEDED,
  UPLOAD_UNFINISHED,
  VIDEO_UNPLAYABLE,
  VIDEO_UNREADABLE,
} from '#contract/messages.ts'
import { PICTURE_MAX, THREAD_MAX } from '#contract/posting-limits.ts'
import type { ThreadFiles } from '#contract/threads.schema.ts'
import type { Schema } from '#server/db/schema.ts'
import type { uploadsService } from '#server/features/uploads/service.ts'
import { invalid } from '#server/http/refusal.ts'
import { deleteOrphansAfter, markOrphaned, tryDeleteOrphans } from '#server/media/orphans.ts'
import { type Drawn, drawPictures, refusalOf } from '#server/media/pictures/pictures.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { inspectFilm, inspectSound, repack, type Unfit } from './repack.ts'

/** Where what people post is kept; what came with the demo lies elsewhere, and belongs to several. */
export const POSTED = 'members/thread/'
const MB = 1_000_000
const tooLarge = (what: string, bytes: number) =>
  `${what}は${bytes / MB}MB以下のものを選んでください`

/** A row of `thread_media` but for where it stands. */
export type Kept = Omit<Schema['thread_media'], 'id' | 'thread_id' | 'position'>
type Said = Arrived | string | undefined
/** Undefined stays as it is, null goes. */
type Change = Kept | null | undefined
export interface Attached {
  images: Change[]
  audio: Change
  video: Change
  /** Of the film that is there already. */
  thumbnail: string | undefined
  paths: string[]
  /** Uploads that are used up by this. */
  uploads: string[]
}

type FileDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'media'>
type Uploads = ReturnType<typeof uploadsService>

/** Looks at the files of a form and keeps what we show of them, loose as yet: nothing points at them. */
export function attachments(deps: FileDeps, uploads: Uploads) {
  const { db, clock, newId, media } = deps

  /** One form's files, as far as they were looked at. */
  function opened(viewer: Viewer) {
    const paths: string[] = []
    const used: string[] = []

    async function arrived(said: Arrived | string, field: string): Promise<Arrived> {
      if (typeof said !== 'string') return said
      const found = await uploads.whole(viewer, said)
      if (!found) throw invalid({ [field]: [UPLOAD_UNFINISHED] })
      used.push(said)
      return found
    }
    async function pathOf(extension: string) {
      const path = `${POSTED}${newId()}.${extension}`
      await markOrphaned(db, [path], clock.now().toISOString())
      paths.push(path)
      return path
    }
    async function keepPicture({ bytes }: Drawn) {
      const path = await pathOf('png')
      await media.put(path, bytes)
      return path
    }
    async function keepFile(file: Arrived, extension: string, field: 'audio' | 'video') {
      const path = await pathOf(extension)
      const bytes = await repack(media, file, path)
      if (bytes === null) throw unfit(field, 'unreadable')
      return { path, bytes }
    }
    async function draw(said: Arrived | string, field: string, sides: readonly number[]) {
      const file = await arrived(said, field)
      if (file.size > PICTURE_MAX.bytes)
        throw invalid({ [field]: [tooLarge('画像', PICTURE_MAX.bytes)] })
      const bytes = await media.read(file.path)
      const drawn = bytes ? await drawPictures(viewer.id, bytes, sides) : 'unreadable'
      if (typeof drawn === 'string') throw invalid({ [field]: [refusalOf(drawn)] })
      return drawn
    }

    return {
      paths,
      used,
      async image(said: Arrived | string, small: Said): Promise<Kept> {
        const sides = [PICTURE_MAX.side, THREAD_MAX.smallSide]
        const [full, less] = (await draw(said, 'error', sides)) as [Drawn, Drawn]
        if (small) {
          // Ours is made from the large one: theirs is only looked at, so that a wrong one does not pass in silence.
          const [theirs] = (await draw(small, 'error', [THREAD_MAX.smallSide])) as [Drawn]
          if (!isAlike(theirs, full)) throw invalid({ error: [SMALL_IMAGE_WRONG] })
        }
        const [path, small_path] = [await keepPicture(full), await keepPicture(less)]
        const bytes = full.bytes.length + less.bytes.length
        const { width, height } = full
        return { kind: 'image', path, small_path, thumbnail_path: null, width, height, bytes }
      },
      async audio(said: Arrived | string): Promise<Kept> {
        const file = await arrived(said, 'audio')
        if (file.size > THREAD_MAX.audioBytes)
          throw invalid({ audio: [tooLarge('音声', THREAD_MAX.audioBytes)] })
        const sound = await inspectSound(media, file)
        if (typeof sound === 'string') throw unfit('audio', sound)
        return { ...BLANK, kind: 'audio', ...(await keepFile(file, sound.extension, 'audio')) }
      },
      async video(said: Arrived | string, thumbnail: Said): Promise<Kept> {
        const file = await arrived(said, 'video')
        if (file.size > THREAD_MAX.videoBytes)
          throw invalid({ video: [tooLarge('動画', THREAD_MAX.videoBytes)] })
        const film = await inspectFilm(media, file)
        if (typeof film === 'string') throw unfit('video', film)
        if (!thumbnail) throw invalid({ video: [THUMBNAIL_NEEDED] })
        const { path: thumbnail_path, bytes } = await this.thumbnail(thumbnail)
        const kept = await keepFile(file, 'mp4', 'video')
        const own = { path: kept.path, thumbnail_path, bytes: kept.bytes + bytes }
        return { ...BLANK, ...film, ...own, kind: 'video' }
      },
      async thumbnail(said: Arrived | string) {
        const [drawn] = (await draw(said, 'video', [PICTURE_MAX.side])) as [Drawn]
        return { path: await keepPicture(drawn), bytes: drawn.bytes.length }
      },
    }
  }

  return {
    /** All of it, or none: what was kept before something was wrong goes again. */
    async take(viewer: Viewer, said: ThreadFiles): Promise<Attached> {
      const files = opened(viewer)
      try {
        const images: Change[] = []
        for (const [image, small] of pairsOf(said))
          images.push(
            image
              ? await files.image(image, small)
              : image === '' && !small
                ? null
                : smallAlone(small),
          )
        const { audio, video, video_thumbnail } = said
        return {
          images,
          audio: audio ? await files.audio(audio) : audio === '' ? null : undefined,
          video: video
            ? await files.video(video, video_thumbnail)
            : video === ''
              ? null
              : undefined,
          thumbnail:
            !video && video_thumbnail ? (await files.thumbnail(video_thumbnail)).path : undefined,
          paths: files.paths,
          uploads: files.used,
        }
      } catch (error) {
        await deleteOrphansAfter(deps, error, files.paths)
        throw error
      }
    },
    drop: (paths: string[]) => tryDeleteOrphans(deps, paths),
  }
}

const WORDS = {
  audio: { unreadable: AUDIO_UNREADABLE, unplayable: AUDIO_UNPLAYABLE },
  video: { unreadable: VIDEO_UNREADABLE, unplayable: VIDEO_UNPLAYABLE },
}
const unfit = (field: 'audio' | 'video', reason: Unfit) =>
  invalid({ [field]: [WORDS[field][reason]] })

const BLANK = { small_path: null, thumbnail_path: null, width: null, height: null }

const pairsOf = (said: ThreadFiles): [Said, Said][] => [
  [said.imageid_1, said.imageid_1_small_image],
  [said.imageid_2, said.imageid_2_small_image],
  [said.imageid_3, said.imageid_3_small_image],
]

/** A small picture of nothing. */
function smallAlone(small: Said): undefined {
  if (small) throw invalid({ error: [SMALL_IMAGE_WRONG] })
}

/** Of the same shape, but for what rounding does to the shorter side of a small picture. */
const ROUGHLY = 0.05
const isAlike = (a: Drawn, b: Drawn) =>
  Math.abs(a.width / a.height / (b.width / b.height) - 1) < ROUGHLY
