/** Limits of posts, apart from `limits.ts` to keep them out of the bundle of most pages. */

/**
 * Limits of a thread. A small picture is for lists. The title field accepts one more character, to show the error.
 */
export const THREAD_MAX = {
  title: 30,
  titleField: 31,
  text: 5_000,
  images: 3,
  smallSide: 600,
  audioBytes: 50_000_000,
  videoBytes: 500_000_000,
  thumbnails: 4,
}
export const COMMENT_MAX = 1_000
/** Lines of a thread's text and of a comment; further line breaks are joined. */
export const TEXT_LINES = { thread: 500, comment: 50 }
/**
 * Uploads: bytes per request, how long an unfinished one is kept, and the limits per person in number and in bytes.
 */
export const UPLOAD = {
  chunkBytes: 2_000_000,
  keptMs: 60 * 60_000,
  atOnce: 12,
  bytesOfOne: 1_200_000_000,
}
/** Conversions: the longest input in seconds, and how often a client asks for the progress. */
export const CONVERSION = { seconds: 3 * 60 * 60, pollMs: 1_500 }
/** Retry interval of an upload without a network. */
export const UPLOAD_AGAIN_MS = 2_000
/**
 * Limits of an uploaded picture: bytes, pixels, pixels of a format that is decoded as a whole (AVIF, interlaced PNG),
 * and the side of the stored picture.
 */
export const PICTURE_MAX = {
  bytes: 10_000_000,
  pixels: 50_000_000,
  wholePixels: 25_000_000,
  side: 1_000,
}
