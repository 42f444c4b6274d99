// Runs in a worker process (worker.ts): decoders need much memory, and their input is untrusted.
import sharp from 'sharp'
import type { CardSize, PageCard } from '#contract/site/page-card.ts'
import { PICTURE_FRAMES_MAX } from '#contract/threads/limits.ts'
import { PICTURE_MAX } from '#contract/threads/posting-limits.ts'
import { drawCard } from './card.ts'

/** Magic bytes of the supported formats: an SVG, or HTML with a picture's type, never reaches a decoder. */
const BEGINNINGS: RegExp[] = [
  /^\xff\xd8\xff/, // JPEG
  /^\x89PNG\r\n/,
  /^RIFF[\s\S]{4}WEBP/,
  /^GIF8[79]a/,
  /^[\s\S]{4}ftyp(avif|avis|mif1|heic|heix)/,
]
const HEAD_BYTES = 16

// One picture at a time on one core, without a cache.
sharp.concurrency(1)
sharp.cache(false)

/** A re-encoded picture, without metadata such as the place where it was taken. */
export interface Drawn {
  bytes: Uint8Array
  /** Pixels. */
  width: number
  height: number
}
/** Why a picture is refused: it cannot be decoded, or decoding is too expensive. */
export type Unusable = 'unreadable' | 'costly'

/** A picture above one of these may take seconds: pixels, pixels of a format that is decoded as a whole, and bytes. */
const LARGE_FROM = { pixels: 16_000_000, wholePixels: 4_000_000, bytes: 4_000_000 }

/** Operations on a picture; sides are in pixels, of the longer side, largest first. */
export type PictureTask =
  /** Re-encodes as WebP. */
  | { what: 'redraw'; side: number }
  /** Re-encodes as PNG, once per size. */
  | { what: 'draw'; sides: readonly number[] }
  /** Dominant color, `#RRGGBB`. */
  | { what: 'tint' }
  /** A page's card as JPEG, over the picture; over the site's own if the picture is empty. */
  | { what: 'card'; card: PageCard; size: CardSize }

export interface Results {
  redraw: Uint8Array
  draw: Drawn[]
  tint: string
  card: Uint8Array
}

/** A result, why there is none, or that a large picture is put off. */
export type Outcome = Results[PictureTask['what']] | Unusable | 'large'

/**
 * Runs a task; never throws: an error of sharp means that the picture is unreadable. A large picture is put off unless
 * it may be drawn now; then it is announced first.
 */
export async function perform(
  bytes: Uint8Array,
  task: PictureTask,
  { mayBeLarge, onLarge }: { mayBeLarge: boolean; onLarge: () => void },
): Promise<Outcome> {
  if (task.what === 'card' && bytes.length === 0) return drawCard(null, task.card, task.size)
  const looked = await look(bytes)
  if (looked === 'unreadable' || looked === 'costly' || (looked === 'large' && !mayBeLarge))
    return looked
  if (looked === 'large') onLarge()
  try {
    switch (task.what) {
      case 'redraw':
        return await inside(bytes, task.side).webp({ quality: 82 }).toBuffer()
      case 'draw':
        return await drawEach(bytes, task.sides)
      case 'tint':
        return await findTint(bytes)
      case 'card':
        return await drawCard(decoderOf(bytes).autoOrient(), task.card, task.size)
    }
  } catch {
    return 'unreadable' // The decoder's message is of no use to a member.
  }
}

const decoderOf = (bytes: Uint8Array) =>
  sharp(bytes, { limitInputPixels: PICTURE_MAX.pixels, failOn: 'error' })

/** Checks the header only. */
async function look(bytes: Uint8Array): Promise<Unusable | 'large' | null> {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')
  if (!BEGINNINGS.some((beginning) => beginning.test(head))) return 'unreadable'
  const known = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!known || (known.pages ?? 1) > PICTURE_FRAMES_MAX) return 'unreadable'
  const { width, height, format, isProgressive } = known
  // These formats are decoded as a whole, others row by row.
  const isWhole = format === 'heif' || format === 'gif' || (format === 'png' && isProgressive)
  const kind = isWhole ? 'wholePixels' : 'pixels'
  if (width * height > PICTURE_MAX[kind]) return 'costly'
  return width * height > LARGE_FROM[kind] || bytes.length > LARGE_FROM.bytes ? 'large' : null
}

const inside = (bytes: Uint8Array, side: number) =>
  decoderOf(bytes).autoOrient().resize(side, side, { fit: 'inside', withoutEnlargement: true })

async function drawEach(bytes: Uint8Array, sides: readonly number[]): Promise<Drawn[]> {
  const drawn: Drawn[] = []
  for (const side of sides) {
    const { data, info } = await inside(drawn[0]?.bytes ?? bytes, side)
      .png()
      .toBuffer({ resolveWithObject: true })
    drawn.push({ bytes: data, width: info.width, height: info.height })
  }
  return drawn
}

async function findTint(bytes: Uint8Array): Promise<string> {
  // A small version has the same color, at a thousandth of the work.
  const small = await decoderOf(bytes)
    .resize(64, 64, { fit: 'inside' })
    .removeAlpha()
    .png()
    .toBuffer()
  const { dominant } = await sharp(small).stats()
  const hex = (part: number) => part.toString(16).padStart(2, '0').toUpperCase()
  return `#${hex(dominant.r)}${hex(dominant.g)}${hex(dominant.b)}`
}
