/** A part of an archive that a link shows; whole seconds. */
export interface Clip {
  from: number
  to: number
}

const PARAM = 'clip'
/** The lengths that one can choose, in seconds; the last is the most. */
export const CLIP_LENGTHS = [15, 30, 60] as const
const MAX_S = CLIP_LENGTHS.at(-1) ?? 0

/** The clip of an address; null without one, or if it is too long. */
export function clipOf(search: URLSearchParams): Clip | null {
  const [, first, last] = /^(\d{1,6})-(\d{1,6})$/.exec(search.get(PARAM) ?? '') ?? []
  const [from, to] = [Number(first), Number(last)]
  return to > from && to - from <= MAX_S ? { from, to } : null
}

/** The clip of that length that ends at a position, or begins the archive. */
export function clipUntil(position: number, length: number, duration: number): Clip {
  const to = Math.min(Math.max(Math.ceil(position), length), Math.max(1, Math.floor(duration)))
  return { from: Math.max(0, to - length), to }
}

export const clipQuery = ({ from, to }: Clip) => ({ [PARAM]: `${from}-${to}` })

export const clipUrl = (page: string, clip: Clip) =>
  `${page}?${new URLSearchParams(clipQuery(clip))}`
