import * as z from 'zod'
import { parseJson } from '#contract/lib/parse-json.ts'

/** Height of the rendition without a picture. */
export const SOUND_ALONE = 0

/** Tracks of a rendition in the notation of a multivariant playlist (RFC 8216, 4.3.4.2). */
const Tracks = z.object({
  /** 0 × 0 without a picture. */
  width: z.number(),
  height: z.number(),
  codecs: z.string(),
})
export type Tracks = z.output<typeof Tracks>

/** A stored rendition of a segment. */
const Rendition = z.object({
  height: z.number(),
  init: z.string(),
  file: z.string(),
  bytes: z.number(),
})
export type Rendition = z.output<typeof Rendition>

/** What a rendition, or the source, has needed so far. */
export interface Rate {
  /** Of the most expensive segment, in bit/s. */
  peak: number
  bytes: number
  seconds: number
  /** Pictures in that time. */
  frames: number
}

/** The renditions of a recording. */
export interface Ladder {
  /** Tracks of the source, and of the planned renditions by their height; null without a ladder. */
  source: Tracks | null
  rungs: ReadonlyMap<number, Tracks>
  /** By the sequence number of their segment. */
  renditions: ReadonlyMap<number, readonly Rendition[]>
  rates: ReadonlyMap<number, Rate>
  /** Disk usage. */
  bytes: number
  /** Grows with each change. */
  version: number
}

/** A line of a recording's ladder: what is planned for a run, or a rendition of one segment. */
const Line = z.union([
  Rendition.extend({ of: z.number(), seconds: z.number(), frames: z.number(), codecs: z.string() }),
  z.object({ source: Tracks, rungs: z.array(z.tuple([z.number(), Tracks])) }),
])
type Line = z.output<typeof Line>

export const ladderLine = (line: Line) => `${JSON.stringify(line)}\n`

/** Segments that are shorter than this say nothing about a rate. */
const RATED_S = 1

export const addToRate = (
  rate: Rate | undefined,
  { bytes, seconds, frames }: Omit<Rate, 'peak'>,
): Rate => ({
  peak: Math.max(rate?.peak ?? 0, seconds >= RATED_S ? Math.ceil((bytes * 8) / seconds) : 0),
  bytes: (rate?.bytes ?? 0) + bytes,
  seconds: (rate?.seconds ?? 0) + seconds,
  frames: (rate?.frames ?? 0) + frames,
})

/** Incremental parser of a recording's ladder, like `indexReader`. */
export function ladderReader() {
  let [rest, version, bytes] = ['', 0, 0]
  let source: Tracks | null = null
  const rungs = new Map<number, Tracks>()
  const renditions = new Map<number, Rendition[]>()
  const rates = new Map<number, Rate>()

  function take(line: Line) {
    version++
    if ('source' in line) {
      source = line.source
      for (const [height, tracks] of line.rungs) rungs.set(height, tracks)
      return
    }
    const { of, seconds, frames, codecs, ...rendition } = line
    renditions.set(of, [...(renditions.get(of) ?? []), rendition])
    const known = rungs.get(line.height)
    if (known) rungs.set(line.height, { ...known, codecs })
    bytes += line.bytes
    const rate = { bytes: line.bytes, seconds, frames }
    rates.set(line.height, addToRate(rates.get(line.height), rate))
  }
  return {
    feed(text: string): Ladder {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        // An incomplete line, left by a power cut, is ignored.
        const { data } = Line.safeParse(parseJson(line))
        if (data) take(data)
      }
      return { source, rungs, renditions, rates, bytes, version }
    },
    /** Forgets the renditions of segments that no longer exist. */
    forget: (isGone: (sequence: number) => boolean) => {
      for (const [sequence, gone] of renditions) {
        if (!isGone(sequence)) continue
        renditions.delete(sequence)
        bytes -= gone.reduce((sum, rendition) => sum + rendition.bytes, 0)
      }
    },
  }
}
