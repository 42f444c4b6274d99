import { PICTURE_MAX, THREAD_MAX } from '#contract/posting-limits.ts'
import { threadFits, tidyThread, tidyTitle, titleFits } from '#contract/thread-text.ts'
import type { Thread } from '#contract/threads.ts'

export interface Texts {
  title: string
  text: string
}
/** A file just chosen, or the address of one that is there already; null where there is none. */
export type Chosen<F extends Blob = File> = F | string | null
export interface Files {
  images: Chosen[]
  audio: Chosen
  video: Chosen
  /** Of the film: one of its own pictures. */
  thumbnail: Chosen<Blob>
}

export const savedTexts = (thread: Thread | null): Texts => ({
  title: thread?.title ?? '',
  text: thread?.text ?? '',
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

/** A value is the temporary one where that says something, else the saved one. */
export const withTemporary = (saved: Texts, copy: Partial<Texts>): Texts => ({
  title: copy.title || saved.title,
  text: copy.text || saved.text,
})

/** A film stands alone. */
export const isVideoShut = ({ images, audio }: Files) =>
  audio !== null || images.some((image) => image !== null)
export const isVideoThere = ({ video }: Files) => video !== null

/** Nothing is missing, and nothing is too long. */
export const isComplete = ({ title, text }: Texts, { video, thumbnail }: Files) =>
  tidyTitle(title) !== '' &&
  titleFits(tidyTitle(title)) &&
  tidyThread(text) !== '' &&
  threadFits(tidyThread(text)) &&
  (video === null || thumbnail !== null)

const MOST = {
  image: PICTURE_MAX.bytes,
  audio: THREAD_MAX.audioBytes,
  video: THREAD_MAX.videoBytes,
}
const MB = 1_000_000
const NAMES = { image: '画像', audio: '音声', video: '動画' }

/** MP4, and the QuickTime that iPhones write. */
export const FILM_TYPES = ['video/mp4', 'video/quicktime']

/** What is wrong with a file before it is sent anywhere, or null. The server looks into it; this saves the way. */
export function fileProblem(kind: keyof typeof MOST, file: File): string | null {
  const types = kind === 'video' ? FILM_TYPES : [`${kind}/`]
  if (file.type !== '' && !types.some((type) => file.type.startsWith(type)))
    return kind === 'video'
      ? 'MP4かMOVの動画を選んでください'
      : `${NAMES[kind]}のファイルを選んでください`
  if (file.size === 0) return '空のファイルです。別のものを選んでください'
  if (file.size > MOST[kind])
    return `${NAMES[kind]}は${MOST[kind] / MB}MB以下のものを選んでください`
  return null
}

/** Which fields of the form change, each with its new file, or with nothing. */
export function changedFiles(saved: Files, files: Files): [field: string, file: Blob | null][] {
  const pairs: [string, Chosen<Blob>, Chosen<Blob>][] = [
    ...files.images.map(
      (image, at) =>
        [`imageid_${at + 1}`, saved.images[at] ?? null, image] as [string, Chosen, Chosen],
    ),
    ['audio', saved.audio, files.audio],
    ['video', saved.video, files.video],
    ['video_thumbnail', saved.thumbnail, files.video === null ? null : files.thumbnail],
  ]
  return pairs.flatMap(([field, before, now]): [string, Blob | null][] => {
    if (now === before || typeof now === 'string') return []
    // A film takes its picture with it.
    return now === null && field === 'video_thumbnail' ? [] : [[field, now]]
  })
}
