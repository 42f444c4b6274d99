/** The numbers of what people post, apart from `limits.ts`: most pages of the app do without them. */

/** A thread, as it may be posted. A small picture is for lists. The title's field lets one type one too many. */
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
/** Lines of a thread's text, and of a comment; further ones stand behind one another. */
export const TEXT_LINES = { thread: 500, comment: 50 }
/**
 * A file on its way to us: how much goes at once, for how long we wait for the rest of it, and how many of one person
 * may be on their way, in number and in bytes.
 */
export const UPLOAD = {
  pieceBytes: 2_000_000,
  keptMs: 60 * 60_000,
  atOnce: 12,
  bytesOfOne: 1_200_000_000,
}
/** After so long an upload that found no network tries again. */
export const UPLOAD_AGAIN_MS = 2_000
/**
 * A picture that somebody sends us: bytes, pixels, pixels of one that has to be decoded as a whole (AVIF, interlaced PNG),
 * and how wide or high the one that we keep may be.
 */
export const PICTURE_MAX = {
  bytes: 10_000_000,
  pixels: 50_000_000,
  wholePixels: 25_000_000,
  side: 1_000,
}
