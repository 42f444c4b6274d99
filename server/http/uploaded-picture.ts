import { PICTURE_MAX } from '#contract/limits.ts'

/** How the pictures begin that we take; an SVG or a page that calls itself one does not get as far as a decoder. */
const BEGINNINGS: RegExp[] = [
  /^\xff\xd8\xff/, // JPEG
  /^\x89PNG\r\n/,
  /^RIFF[\s\S]{4}WEBP/,
  /^GIF8[79]a/,
  /^[\s\S]{4}ftyp(avif|avis|mif1|heic|heix)/,
]
const HEAD_BYTES = 16

/**
 * Somebody's picture drawn anew, no larger than we show it, and without what a camera wrote beside it; null where it is
 * none, or too large to look at.
 */
export async function redraw(bytes: Uint8Array): Promise<Uint8Array | null> {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')
  if (!BEGINNINGS.some((beginning) => beginning.test(head))) return null
  // A library of its own that is a quarter of an idle server's memory: it comes with the first picture.
  const { default: sharp } = await import('sharp')
  const side = PICTURE_MAX.side
  return sharp(bytes, { limitInputPixels: PICTURE_MAX.pixels, failOn: 'error' })
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer()
    .catch(() => null)
}
