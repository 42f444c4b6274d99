import { defined } from '#contract/lib/defined.ts'
import type { Arrived } from '#contract/shared/form.schema.ts'
import { SMALL_IMAGE_WRONG } from '#contract/shared/messages.ts'
import { THUMBNAIL_NEEDED } from '#contract/threads/messages.ts'
import { PICTURE_MAX, THREAD_MAX } from '#contract/threads/posting-limits.ts'
import type { ThreadFiles } from '#contract/threads/shapes.ts'
import { UNFIT, UPLOAD_UNFINISHED } from '#contract/uploads/messages.ts'
import type { Schema } from '#server/db/schema.ts'
import { findComplete } from '#server/features/uploads/service.ts'
import { invalid } from '#server/http/api-error.ts'
import { deleteOrphansAfter, markOrphaned } from '#server/media/orphans.ts'
import { type Drawn, drawPictures, pictureError } from '#server/media/pictures/pictures.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { inspectFilm, inspectSound, repack, type Unfit } from '../../media/films/repack.ts'

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

/** The files of one form: whose they are, and what was stored and used for them so far. */
interface FormFiles {
  viewer: Viewer
  /** Paths of the stored files. */
  paths: string[]
  /** Ids of the uploads used. */
  used: string[]
}

/** A file of the form: its own, or an upload that it names. */
async function arrived(
  deps: Deps,
  files: FormFiles,
  input: Arrived | string,
  field: string,
): Promise<Arrived> {
  if (typeof input !== 'string') return input
  const uploads = await findComplete(deps, files.viewer, input)
  if (!uploads) throw invalid({ [field]: [UPLOAD_UNFINISHED] })
  files.used.push(input)
  return uploads
}

/** A new path, orphaned until a thread refers to it. */
async function pathOf(deps: Deps, files: FormFiles, extension: string) {
  const path = `${POSTED}${deps.newId()}.${extension}`
  await markOrphaned(deps.db, [path], isoNow(deps))
  files.paths.push(path)
  return path
}

async function storePicture(deps: Deps, files: FormFiles, { bytes }: Drawn) {
  const path = await pathOf(deps, files, 'png')
  await deps.media.put(path, bytes)
  return path
}

async function storeFile(
  deps: Deps,
  files: FormFiles,
  file: Arrived,
  extension: string,
  field: 'audio' | 'video',
) {
  const path = await pathOf(deps, files, extension)
  const bytes = await repack(deps.media, file, path)
  if (bytes === null) throw unfit(field, 'unreadable')
  return { path, bytes }
}

async function draw(
  deps: Deps,
  files: FormFiles,
  input: Arrived | string,
  field: string,
  sides: readonly number[],
) {
  const file = await arrived(deps, files, input, field)
  if (file.size > PICTURE_MAX.bytes)
    throw invalid({ [field]: [tooLarge('画像', PICTURE_MAX.bytes)] })
  const drawn = await drawPictures(files.viewer.id, () => deps.media.read(file.path), sides)
  if (typeof drawn === 'string') throw invalid({ [field]: [pictureError(drawn)] })
  return drawn
}

async function takeImage(
  deps: Deps,
  files: FormFiles,
  input: Arrived | string,
  small: FileInput,
): Promise<StoredMedia> {
  const sides = [PICTURE_MAX.side, THREAD_MAX.smallSide]
  const [full, less] = await draw(deps, files, input, 'error', sides)
  if (!full || !less) throw new Error('a picture is drawn in two sizes')
  if (small) {
    // The small version is made from the large one; the uploaded one is only validated, to report errors.
    const [uploaded] = await draw(deps, files, small, 'error', [THREAD_MAX.smallSide])
    if (!uploaded || !isAlike(uploaded, full)) throw invalid({ error: [SMALL_IMAGE_WRONG] })
  }
  const path = await storePicture(deps, files, full)
  const small_path = await storePicture(deps, files, less)
  const bytes = full.bytes.length + less.bytes.length
  const { width, height } = full
  return { kind: 'image', path, small_path, thumbnail_path: null, width, height, bytes }
}

async function takeAudio(
  deps: Deps,
  files: FormFiles,
  input: Arrived | string,
): Promise<StoredMedia> {
  const file = await arrived(deps, files, input, 'audio')
  if (file.size > THREAD_MAX.audioBytes)
    throw invalid({ audio: [tooLarge('音声', THREAD_MAX.audioBytes)] })
  const sound = await inspectSound(deps.media, file)
  if (typeof sound === 'string') throw unfit('audio', sound)
  const stored = await storeFile(deps, files, file, sound.extension, 'audio')
  return { ...BLANK, kind: 'audio', ...stored }
}

async function takeVideo(
  deps: Deps,
  files: FormFiles,
  input: Arrived | string,
  thumbnail: FileInput,
): Promise<StoredMedia> {
  const file = await arrived(deps, files, input, 'video')
  if (file.size > THREAD_MAX.videoBytes)
    throw invalid({ video: [tooLarge('動画', THREAD_MAX.videoBytes)] })
  const film = await inspectFilm(deps.media, file)
  if (typeof film === 'string') throw unfit('video', film)
  if (!thumbnail) throw invalid({ video: [THUMBNAIL_NEEDED] })
  const { path: thumbnail_path, bytes } = await takeThumbnail(deps, files, thumbnail)
  const stored = await storeFile(deps, files, file, 'mp4', 'video')
  const own = { path: stored.path, thumbnail_path, bytes: stored.bytes + bytes }
  return { ...BLANK, ...film, ...own, kind: 'video' }
}

async function takeThumbnail(deps: Deps, files: FormFiles, input: Arrived | string) {
  const [first] = await draw(deps, files, input, 'video', [PICTURE_MAX.side])
  const drawn = defined(first, 'the drawn thumbnail')
  return { path: await storePicture(deps, files, drawn), bytes: drawn.bytes.length }
}

/** The change by a field without a file: an empty one removes it, a missing one leaves it. */
const withoutFile = (input: FileInput) => (input === '' ? null : undefined)

async function takeImages(deps: Deps, files: FormFiles, input: ThreadFiles): Promise<Change[]> {
  const images: Change[] = []
  for (const [image, small] of pairsOf(input)) {
    if (!image && small) throw invalid({ error: [SMALL_IMAGE_WRONG] })
    images.push(image ? await takeImage(deps, files, image, small) : withoutFile(image))
  }
  return images
}

/**
 * Validates the files of a form and stores their processed versions, as orphaned until a thread refers to them. Stores
 * all files or none: on an error, files stored before are deleted.
 */
export async function take(deps: Deps, viewer: Viewer, input: ThreadFiles): Promise<Attached> {
  const files: FormFiles = { viewer, paths: [], used: [] }
  const { audio, video, video_thumbnail } = input
  try {
    return {
      images: await takeImages(deps, files, input),
      audio: audio ? await takeAudio(deps, files, audio) : withoutFile(audio),
      video: video ? await takeVideo(deps, files, video, video_thumbnail) : withoutFile(video),
      thumbnail:
        !video && video_thumbnail
          ? (await takeThumbnail(deps, files, video_thumbnail)).path
          : undefined,
      paths: files.paths,
      uploads: files.used,
    }
  } catch (error) {
    await deleteOrphansAfter(deps, error, files.paths)
    throw error
  }
}

const unfit = (field: 'audio' | 'video', reason: Unfit) =>
  invalid({ [field]: [UNFIT[field][reason]] })

const BLANK = { small_path: null, thumbnail_path: null, width: null, height: null }

const pairsOf = (input: ThreadFiles): [FileInput, FileInput][] => [
  [input.imageid_1, input.imageid_1_small_image],
  [input.imageid_2, input.imageid_2_small_image],
  [input.imageid_3, input.imageid_3_small_image],
]

/** Tolerance in the aspect ratio, for the rounding of a small image's shorter side. */
const ROUGHLY = 0.05
const isAlike = (a: Drawn, b: Drawn) =>
  Math.abs(a.width / a.height / (b.width / b.height) - 1) < ROUGHLY
