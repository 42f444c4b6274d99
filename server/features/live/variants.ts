import { type Rate, SOUND_ALONE, type Tracks } from '#server/ports/ladder.ts'
import { RENDITION_LATE, type Recording } from '#server/ports/recordings.ts'
import type { PlaylistSegment } from './playlist.ts'

/** A playlist of one quality: the source itself, or a rendition by its height. */
export type Variant = 'source' | number

const SOUND = 'sound'
/** Names in addresses: `live-source.m3u8`, `live-360.m3u8`, `live-sound.m3u8`. */
const nameOf = (variant: Variant) => (variant === SOUND_ALONE ? SOUND : String(variant))

/** Renditions of one or several recordings. */
export interface Variants {
  source: Tracks
  rungs: Map<number, Tracks>
  rates: Map<number, Rate>
  /** Of the source's most expensive segment, in bit/s. */
  peak: number
  /** Grows with each change. */
  version: number
}

/** Null if no recording has renditions. */
export function variantsOf(recordings: Pick<Recording, 'ladder' | 'peak'>[]): Variants | null {
  const laddered = recordings.filter(({ ladder }) => ladder.source !== null)
  const source = laddered.at(-1)?.ladder.source
  if (!source) return null
  const rates = new Map<number, Rate>()
  for (const { ladder } of laddered)
    for (const [height, rate] of ladder.rates) rates.set(height, merged(rates.get(height), rate))
  return {
    source,
    rungs: new Map(laddered.flatMap(({ ladder }) => [...ladder.rungs])),
    rates,
    peak: Math.max(...recordings.map(({ peak }) => peak)),
    version: laddered.reduce((sum, { ladder }) => sum + ladder.version, 0),
  }
}

const merged = (one: Rate | undefined, other: Rate): Rate =>
  one
    ? {
        peak: Math.max(one.peak, other.peak),
        bytes: one.bytes + other.bytes,
        seconds: one.seconds + other.seconds,
        frames: one.frames + other.frames,
      }
    : other

export function variantNamed(name: string, variants: Variants): Variant | null {
  if (name === nameOf('source')) return 'source'
  return [...variants.rungs.keys()].find((height) => nameOf(height) === name) ?? null
}

/** The files of a variant: for a segment without this rendition the next smaller one, or else the next larger one. */
export const variantFiles = (segments: PlaylistSegment[], variant: Variant): PlaylistSegment[] =>
  variant === 'source' ? segments : segments.map((segment) => fileOf(segment, variant))

function fileOf(segment: PlaylistSegment, height: number): PlaylistSegment {
  const nearest = segment.renditions.toSorted(
    (one, other) => distance(one.height, height) - distance(other.height, height),
  )[0]
  if (!nearest || (nearest.height === SOUND_ALONE && height !== SOUND_ALONE)) return segment
  return { ...segment, init: nearest.init, file: nearest.file }
}

/** Smaller ones first: a line that is too slow stops the picture. */
const distance = (height: number, wanted: number) =>
  height === SOUND_ALONE && wanted !== SOUND_ALONE
    ? Number.POSITIVE_INFINITY
    : height <= wanted
      ? wanted - height
      : height - wanted + FAR
const FAR = 10_000

/** Number of segments whose files no longer change: each has its renditions, or never will. */
export function settledCount(segments: PlaylistSegment[], variant: Variant): number {
  if (variant === 'source') return segments.length
  const last = segments.findLastIndex(({ renditions }) =>
    renditions.some(({ height }) => height === variant),
  )
  return Math.max(last + 1, segments.length - RENDITION_LATE)
}

/** Whether a player that begins now finds a segment in each variant. */
export const areSettled = (segments: PlaylistSegment[], { rungs }: Pick<Variants, 'rungs'>) =>
  [...rungs.keys()].every((height) => settledCount(segments, height) > 0)

/** Multivariant playlist (RFC 8216, 4.3.4): the smallest picture first, as players begin with the first. */
export function multivariantPlaylist(
  { source, rungs, rates, peak }: Variants,
  segments: PlaylistSegment[],
  address: (name: string) => string,
): string {
  const seconds = segments.reduce((sum, segment) => sum + segment.seconds, 0)
  const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0)
  const pictures = [...rates].find(([height]) => height !== SOUND_ALONE)?.[1]
  const rate = { peak, bytes, seconds, frames: 0 }
  const heights = [...rungs.keys()].sort((one, other) => rankOf(one) - rankOf(other))
  const variants = [
    ...heights.flatMap((height) => {
      const tracks = rungs.get(height)
      return tracks ? [{ variant: height, tracks, rate: rates.get(height) ?? rate }] : []
    }),
    { variant: 'source' as const, tracks: source, rate },
  ]
  const lines = variants.flatMap(({ variant, tracks, rate }) => [
    `#EXT-X-STREAM-INF:${attributesOf(tracks, rate, pictures)}`,
    address(nameOf(variant)),
  ])
  return `${['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines].join('\n')}\n`
}

/** The sound alone comes last: no player is to begin with it. */
const rankOf = (height: number) => (height === SOUND_ALONE ? Number.POSITIVE_INFINITY : height)

function attributesOf({ width, height, codecs }: Tracks, rate: Rate, pictures: Rate | undefined) {
  const average = rate.seconds > 0 ? Math.ceil((rate.bytes * 8) / rate.seconds) : 0
  // Renditions have the pictures of the source, each at its time.
  const fps = pictures && pictures.seconds > 0 ? pictures.frames / pictures.seconds : 0
  return [
    `BANDWIDTH=${Math.max(rate.peak, average)}`,
    `AVERAGE-BANDWIDTH=${average}`,
    `CODECS="${codecs}"`,
    ...(width > 0 ? [`RESOLUTION=${width}x${height}`] : []),
    ...(width > 0 && fps > 0 ? [`FRAME-RATE=${fps.toFixed(3)}`] : []),
  ].join()
}
