// Runs in a worker process (worker.ts): decoders are large, and what they are given comes from anybody.
import sharp from 'sharp'
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

// Each process draws one picture at a time, on one core, and keeps nothing of it.
sharp.concurrency(1)
sharp.cache(false)

/** A picture drawn anew: without what a camera wrote beside it, where it was taken above all. */
export interface Drawn {
  bytes: Uint8Array
  /** Pixels. */
  width: number
  height: number
}
/** Why a picture is not taken: it cannot be read, or reading it costs more than one picture may. */
export type Unusable = 'unreadable' | 'costly'

/** What is done with a picture; sides are in pixels, of the longer side, the longest first. */
export type Task =
  /** Drawn anew as WebP. */
  | { what: 'redraw'; bytes: Uint8Array; side: number }
  /** Drawn anew as PNG, once for each length. */
  | { what: 'draw'; bytes: Uint8Array; sides: readonly number[] }
  /** The colour that there is most of, `#RRGGBB`. */
  | { what: 'tint'; bytes: Uint8Array }

export interface Results {
  redraw: Uint8Array
  draw: Drawn[]
  tint: string
}

/** Draws, and throws nothing: where sharp does, the picture is unreadable. */
export async function perform(task: Task): Promise<Results[Task['what']] | Unusable> {
  const unusable = await look(task.bytes)
  if (unusable) return unusable
  try {
    switch (task.what) {
      case 'redraw':
        return await inside(task.bytes, task.side).webp({ quality: 82 }).toBuffer()
      case 'draw':
        return await drawEach(task.bytes, task.sides)
      case 'tint':
        return await findTint(task.bytes)
    }
  } catch {
    return 'unreadable' // The decoder says where it stopped, which helps nobody.
  }
}

const decoderOf = (bytes: Uint8Array) =>
  sharp(bytes, { limitInputPixels: PICTURE_MAX.pixels, failOn: 'error' })

/** By its header alone. */
async function look(bytes: Uint8Array): Promise<Unusable | null> {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')
  if (!BEGINNINGS.some((beginning) => beginning.test(head))) return 'unreadable'
  const known = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!known || (known.pages ?? 1) > PICTURE_FRAMES_MAX) return 'unreadable'
  const { width, height, format, isProgressive } = known
  // These are decoded as a whole, the others row by row.
  const isWhole = format === 'heif' || (format === 'png' && isProgressive)
  const most = isWhole ? PICTURE_MAX.wholePixels : PICTURE_MAX.pixels
  return width * height > most ? 'costly' : null
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
  // Few pixels tell as much, and a thousandth of the work.
  const small = await decoderOf(bytes)
    .resize(64, 64, { fit: 'inside' })
    .removeAlpha()
    .png()
    .toBuffer()
  const { dominant } = await sharp(small).stats()
  const hex = (part: number) => part.toString(16).padStart(2, '0').toUpperCase()
  return `#${hex(dominant.r)}${hex(dominant.g)}${hex(dominant.b)}`
}
