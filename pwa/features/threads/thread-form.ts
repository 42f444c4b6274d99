import type { Thread } from '#contract/threads/calls.ts'
import { THREAD_MAX } from '#contract/threads/posting-limits.ts'
import { threadFits, tidyThread, tidyTitle, titleFits } from '#contract/threads/thread-text.ts'

export interface ThreadTexts {
  title: string
  text: string
  /** Whether those who are not members see the beginning. */
  is_previewed: boolean
}
/** A newly chosen file, or the URL of a stored one; null for none. */
export type Chosen<F extends Blob = File> = F | string | null
export interface Files {
  images: Chosen[]
  audio: Chosen
  video: Chosen
  /** A frame of the video. */
  thumbnail: Chosen<Blob>
  /** This browser cannot show the video: the server converts it, and picks a frame. */
  isConverted?: boolean
}

export const savedTexts = (thread: Thread | null): ThreadTexts => ({
  title: thread?.title ?? '',
  text: thread?.text ?? '',
  is_previewed: thread ? thread.is_previewed === true : true,
})

export const savedFiles = (thread: Thread | null): Files => ({
  images: Array.from(
    { length: THREAD_MAX.images },
    (_, at) => thread?.images?.[at]?.small_path ?? thread?.images?.[at]?.path ?? null,
  ),
  audio: thread?.audio_path ?? null,
  video: thread?.video_path ?? null,
  thumbnail: thread?.video_thumbnail_path ?? null,
})

/** The draft's values; an empty one is replaced by the saved value. */
export const withTemporary = (saved: ThreadTexts, copy: Partial<ThreadTexts>): ThreadTexts => ({
  title: copy.title || saved.title,
  text: copy.text || saved.text,
  is_previewed: copy.is_previewed ?? saved.is_previewed,
})

/** A video excludes other attachments. */
export const isVideoShut = ({ images, audio }: Files) =>
  audio !== null || images.some((image) => image !== null)
export const isVideoThere = ({ video }: Files) => video !== null

/** All required fields are filled in, and none is too long. */
export const isThreadFormComplete = (
  { title, text }: ThreadTexts,
  { video, thumbnail, isConverted = false }: Files,
) =>
  tidyTitle(title) !== '' &&
  titleFits(tidyTitle(title)) &&
  tidyThread(text) !== '' &&
  threadFits(tidyThread(text)) &&
  (video === null || thumbnail !== null || isConverted)

const MAX_BYTES = {
  /** A larger picture is made smaller before it is sent. */
  image: Number.POSITIVE_INFINITY,
  audio: THREAD_MAX.audioBytes,
  video: THREAD_MAX.videoBytes,
}
const MB = 1_000_000
const NAMES = { image: '画像', audio: '音声', video: '動画' }

/** MP4, and the QuickTime format of iPhones. */
export const FILM_TYPES = ['video/mp4', 'video/quicktime']

/** The validation error of a file, or null. The server validates it, too; this saves a useless upload. */
export function fileProblem(kind: keyof typeof MAX_BYTES, file: File): string | null {
  const types = kind === 'video' ? FILM_TYPES : [`${kind}/`]
  if (file.type !== '' && !types.some((type) => file.type.startsWith(type)))
    return kind === 'video'
      ? 'MP4かMOVの動画を選んでください'
      : `${NAMES[kind]}のファイルを選んでください`
  if (file.size === 0) return '空のファイルです。別のものを選んでください'
  if (file.size > MAX_BYTES[kind])
    return `${NAMES[kind]}は${MAX_BYTES[kind] / MB}MB以下のものを選んでください`
  return null
}

type FilePair = [field: string, saved: Chosen<Blob>, now: Chosen<Blob>]

/** The changed file fields, each with its new file, or null if it is removed. */
export function changedFiles(saved: Files, files: Files): [field: string, file: Blob | null][] {
  const pairs: FilePair[] = [
    ...files.images.map(
      (image, at): FilePair => [`imageid_${at + 1}`, saved.images[at] ?? null, image],
    ),
    ['audio', saved.audio, files.audio],
    ['video', saved.video, files.video],
    ['video_thumbnail', saved.thumbnail, files.video === null ? null : files.thumbnail],
  ]
  return pairs.flatMap(([field, before, now]): [string, Blob | null][] => {
    if (now === before || typeof now === 'string') return []
    // Removing the video removes its thumbnail, too.
    return now === null && field === 'video_thumbnail' ? [] : [[field, now]]
  })
}
