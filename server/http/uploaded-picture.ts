import { PICTURE_FRAMES_MAX } from '#contract/limits.ts'
import { PICTURE_MAX } from '#contract/posting-limits.ts'

/** How the pictures begin that we take; an SVG or a page that calls itself one does not get as far as a decoder. */
const BEGINNINGS: RegExp[] = [
  /^\xff\xd8\xff/, // JPEG
  /^\x89PNG\r\n/,
  /^RIFF[\s\S]{4}WEBP/,
  /^GIF8[79]a/,
  /^[\s\S]{4}ftyp(avif|avis|mif1|heic|heix)/,
]
const HEAD_BYTES = 16

/** A picture drawn anew: without what a camera wrote beside it, where it was taken above all. */
export interface Drawn {
  bytes: Uint8Array
  width: number
  height: number
}

/** A library of its own that is a quarter of an idle server's memory: it comes with the first picture. */
const load = async () => (await import('sharp')).default

/** Null where it is no picture, or too large to look at, or moves for too long. */
async function open(bytes: Uint8Array) {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')
  if (!BEGINNINGS.some((beginning) => beginning.test(head))) return null
  const sharp = await load()
  const picture = sharp(bytes, { limitInputPixels: PICTURE_MAX.pixels, failOn: 'error' })
  const known = await picture.metadata().catch(() => null)
  if (!known || (known.pages ?? 1) > PICTURE_FRAMES_MAX) return null
  return known.width * known.height > PICTURE_MAX.pixels ? null : picture
}

/** One picture after the other: a large one takes hundreds of megabytes while it is looked at. */
let line: Promise<unknown> = Promise.resolve()
function inLine<T>(look: () => Promise<T>): Promise<T> {
  const next = line.then(look)
  line = next.catch(() => null)
  return next
}

/** The colour that there is most of, `#RRGGBB`; null where it is no picture. */
export const tintOf = (bytes: Uint8Array) => inLine(() => findTint(bytes))

async function findTint(bytes: Uint8Array): Promise<string | null> {
  const picture = await open(bytes)
  // Few pixels tell as much, and a thousandth of the work.
  const small = await picture
    ?.resize(64, 64, { fit: 'inside' })
    .removeAlpha()
    .png()
    .toBuffer()
    .catch(() => null)
  const decoded = small && (await open(small))
  if (!decoded) return null
  const { dominant } = await decoded.stats()
  const hex = (part: number) => part.toString(16).padStart(2, '0').toUpperCase()
  return `#${hex(dominant.r)}${hex(dominant.g)}${hex(dominant.b)}`
}

/**
 * Somebody's picture drawn anew, no wider or higher than `side` pixels, and without what a camera wrote beside it;
 * null where it is none, or too large to look at.
 */
export const redraw = (bytes: Uint8Array, side: number = PICTURE_MAX.side) =>
  inLine(() => drawAnew(bytes, side))

async function drawAnew(bytes: Uint8Array, side: number): Promise<Uint8Array | null> {
  const picture = await open(bytes)
  if (!picture) return null
  return picture
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer()
    .catch(() => null)
}

/** The same as PNG, and as long as `side` at most. */
async function png(picture: NonNullable<Awaited<ReturnType<typeof open>>>, side: number) {
  const made = await picture
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true })
    .catch(() => null)
  return made && { bytes: made.data, width: made.info.width, height: made.info.height }
}

/** A picture once for each of these lengths of its longer side, the longest first; null where it is none. */
export const drawPictures = (bytes: Uint8Array, sides: readonly number[]) =>
  inLine(() => drawAll(bytes, sides))

async function drawAll(bytes: Uint8Array, sides: readonly number[]): Promise<Drawn[] | null> {
  const drawn: Drawn[] = []
  for (const side of sides) {
    const picture = await open(drawn[0]?.bytes ?? bytes)
    const made = picture && (await png(picture, side))
    if (!made) return null
    drawn.push(made)
  }
  return drawn
}
