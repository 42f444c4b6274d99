import { defined } from '#contract/lib/defined.ts'
import type { Arrived } from '#contract/shared/form.schema.ts'
import { SMALL_IMAGE_WRONG } from '#contract/shared/messages.ts'
import { THUMBNAIL_NEEDED } from '#contract/threads/messages.ts'
import { PICTURE_MAX, THREAD_MAX } from '#contract/threads/posting-limits.ts'
import type { ThreadFiles } from '#contract/threads/shapes.ts'
import {
  AUDIO_UNPLAYABLE,
  AUDIO_UNREADABLE,
  UPLOAD_UNFINISHED,
  VIDEO_UNPLAYABLE,
  VIDEO_UNREADABLE,
} from '#contract/uploads/messages.ts'
import type { Schema } from '#server/db/schema.ts'
import type { uploadsService } from '#server/features/uploads/service.ts'
import { invalid } from '#server/http/api-error.ts'
import { deleteOrphansAfter, markOrphaned, tryDeleteOrphans } from '#server/media/orphans.ts'
import { type Drawn, drawPictures, pictureError } from '#server/media/pictures/pictures.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { inspectFilm, inspectSound, repack, type Unfit } from './repack.ts'

/** Folder of posted files. Demo files are elsewhere and shared. */
export const POSTED = 'members/thread/'
const MB = 1_000_000
const tooLarge = (what: string, bytes: number) =>
  `${what}は${bytes / MB}MB以下のものを選んでください`

/** Columns of `thread_media` without ids and position. */
export type StoredMedia = Omit<Schema['thread_media'], 'id' | 'thread_id' | 'position'>
type FileInput = Arrived | string | undefined
/** Undefined: unchanged. Null: removed. */
type Change = StoredMedia | null | undefined
export interface Attached {
  images: Change[]
  audio: Change
  video: Change
  /** Thumbnail for the existing video. */
  thumbnail: string | undefined
  paths: string[]
  /** Ids of the uploads used. */
  uploads: string[]
}

type Uploads = ReturnType<typeof uploadsService>

/** Validates the files of a form and stores their processed versions, as orphaned until a thread refers to them. */
export function attachments(deps: Deps, uploads: Uploads) {
  const { db, clock, newId, media } = deps

  /** Already inspected files of one form. */
  function opened(viewer: Viewer) {
    const paths: string[] = []
    const used: string[] = []

    async function arrived(input: Arrived | string, field: string): Promise<Arrived> {
      if (typeof input !== 'string') return input
      const found = await uploads.findComplete(viewer, input)
      if (!found) throw invalid({ [field]: [UPLOAD_UNFINISHED] })
      used.push(input)
      return found
    }
    async function pathOf(extension: string) {
      const path = `${POSTED}${newId()}.${extension}`
      await markOrphaned(db, [path], clock.now().toISOString())
      paths.push(path)
      return path
    }
    async function storePicture({ bytes }: Drawn) {
      const path = await pathOf('png')
      await media.put(path, bytes)
      return path
    }
    async function storeFile(file: Arrived, extension: string, field: 'audio' | 'video') {
      const path = await pathOf(extension)
      const bytes = await repack(media, file, path)
      if (bytes === null) throw unfit(field, 'unreadable')
      return { path, bytes }
    }
    async function draw(input: Arrived | string, field: string, sides: readonly number[]) {
      const file = await arrived(input, field)
      if (file.size > PICTURE_MAX.bytes)
        throw invalid({ [field]: [tooLarge('画像', PICTURE_MAX.bytes)] })
      const drawn = await drawPictures(viewer.id, () => media.read(file.path), sides)
      if (typeof drawn === 'string') throw invalid({ [field]: [pictureError(drawn)] })
      return drawn
    }

    return {
      paths,
      used,
      async image(input: Arrived | string, small: FileInput): Promise<StoredMedia> {
        const sides = [PICTURE_MAX.side, THREAD_MAX.smallSide]
        const [full, less] = await draw(input, 'error', sides)
        if (!full || !less) throw new Error('a picture is drawn in two sizes')
        if (small) {
          // The small version is made from the large one; the uploaded one is only validated, to report errors.
          const [uploaded] = await draw(small, 'error', [THREAD_MAX.smallSide])
          if (!uploaded || !isAlike(uploaded, full)) throw invalid({ error: [SMALL_IMAGE_WRONG] })
        }
        const [path, small_path] = [await storePicture(full), await storePicture(less)]
        const bytes = full.bytes.length + less.bytes.length
        const { width, height } = full
        return { kind: 'image', path, small_path, thumbnail_path: null, width, height, bytes }
      },
      async audio(input: Arrived | string): Promise<StoredMedia> {
        const file = await arrived(input, 'audio')
        if (file.size > THREAD_MAX.audioBytes)
          throw invalid({ audio: [tooLarge('音声', THREAD_MAX.audioBytes)] })
        const sound = await inspectSound(media, file)
        if (typeof sound === 'string') throw unfit('audio', sound)
        return { ...BLANK, kind: 'audio', ...(await storeFile(file, sound.extension, 'audio')) }
      },
      async video(input: Arrived | string, thumbnail: FileInput): Promise<StoredMedia> {
        const file = await arrived(input, 'video')
        if (file.size > THREAD_MAX.videoBytes)
          throw invalid({ video: [tooLarge('動画', THREAD_MAX.videoBytes)] })
        const film = await inspectFilm(media, file)
        if (typeof film === 'string') throw unfit('video', film)
        if (!thumbnail) throw invalid({ video: [THUMBNAIL_NEEDED] })
        const { path: thumbnail_path, bytes } = await this.thumbnail(thumbnail)
        const stored = await storeFile(file, 'mp4', 'video')
        const own = { path: stored.path, thumbnail_path, bytes: stored.bytes + bytes }
        return { ...BLANK, ...film, ...own, kind: 'video' }
      },
      async thumbnail(input: Arrived | string) {
        const [first] = await draw(input, 'video', [PICTURE_MAX.side])
        const drawn = defined(first, 'the drawn thumbnail')
        return { path: await storePicture(drawn), bytes: drawn.bytes.length }
      },
    }
  }

  return {
    /** Stores all files or none: on an error, files stored before are deleted. */
    async take(viewer: Viewer, input: ThreadFiles): Promise<Attached> {
      const files = opened(viewer)
      try {
        const images: Change[] = []
        for (const [image, small] of pairsOf(input))
          images.push(
            image
              ? await files.image(image, small)
              : image === '' && !small
                ? null
                : smallAlone(small),
          )
        const { audio, video, video_thumbnail } = input
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

const pairsOf = (input: ThreadFiles): [FileInput, FileInput][] => [
  [input.imageid_1, input.imageid_1_small_image],
  [input.imageid_2, input.imageid_2_small_image],
  [input.imageid_3, input.imageid_3_small_image],
]

/** Refuses a small image without its large one. */
function smallAlone(small: FileInput): undefined {
  if (small) throw invalid({ error: [SMALL_IMAGE_WRONG] })
}

/** Tolerance in the aspect ratio, for the rounding of a small image's shorter side. */
const ROUGHLY = 0.05
const isAlike = (a: Drawn, b: Drawn) =>
  Math.abs(a.width / a.height / (b.width / b.height) - 1) < ROUGHLY
