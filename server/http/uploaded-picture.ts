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

async function decode(bytes: Uint8Array) {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')
  if (!BEGINNINGS.some((beginning) => beginning.test(head))) return null
  // A library of its own that is a quarter of an idle server's memory: it comes with the first picture.
  const { default: sharp } = await import('sharp')
  return sharp(bytes, { limitInputPixels: PICTURE_MAX.pixels, failOn: 'error' })
}

/** The colour that there is most of, `#RRGGBB`; null where it is no picture. */
export async function tintOf(bytes: Uint8Array): Promise<string | null> {
  const picture = await decode(bytes)
  if (!picture) return null
  // Few pixels tell as much, and a thousandth of the work.
  const small = await picture
    .resize(64, 64, { fit: 'inside' })
    .removeAlpha()
    .png()
    .toBuffer()
    .catch(() => null)
  const decoded = small && (await decode(small))
  if (!decoded) return null
  const { dominant } = await decoded.stats()
  const hex = (part: number) => part.toString(16).padStart(2, '0').toUpperCase()
  return `#${hex(dominant.r)}${hex(dominant.g)}${hex(dominant.b)}`
}

/**
 * Somebody's picture drawn anew, no wider or higher than `side` pixels, and without what a camera wrote beside it;
 * null where it is none, or too large to look at.
 */
export async function redraw(
  bytes: Uint8Array,
  side: number = PICTURE_MAX.side,
): Promise<Uint8Array | null> {
  const picture = await decode(bytes)
  if (!picture) return null
  return picture
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer()
    .catch(() => null)
}
