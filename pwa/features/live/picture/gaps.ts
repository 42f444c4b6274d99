/** A position in an archive at which its stream was interrupted. Seconds. */
export interface Gap {
  at: number
  /** The length of the interruption. */
  lasts: number
}

/** A media segment of a playlist. */
export interface Segment {
  seconds: number
  /** The segment follows a discontinuity: the encoder restarted. */
  anew: boolean
  /** EXT-X-PROGRAM-DATE-TIME, milliseconds since 1970; null if missing. */
  sentAt: number | null
}

/** The minimum length of a gap: an encoder that only changes its settings misses less. */
const LEAST_S = 1

/** Discontinuities with missing time; an external stream's advertisement has a discontinuity without a gap. */
export function gapsOf(segments: Segment[]): Gap[] {
  const gaps: Gap[] = []
  let at = 0
  let end: number | null = null
  for (const { seconds, anew, sentAt } of segments) {
    const lasts = sentAt === null || end === null ? 0 : (sentAt - end) / 1_000
    if (anew && lasts >= LEAST_S) gaps.push({ at, lasts })
    at += seconds
    end = sentAt === null ? null : sentAt + seconds * 1_000
  }
  return gaps
}

/** The segments of a media playlist (RFC 8216); empty for a multivariant playlist. */
export function piecesOf(playlist: string): Segment[] {
  const segments: Segment[] = []
  let [anew, sentAt]: [boolean, number | null] = [false, null]
  for (const line of playlist.split(/\r?\n/)) {
    const [, tag, value = ''] = /^#EXT(?:-X-)?([A-Z-]+):?(.*)$/.exec(line) ?? []
    if (tag === 'DISCONTINUITY') anew = true
    else if (tag === 'PROGRAM-DATE-TIME') sentAt = Date.parse(value)
    else if (tag === 'INF') {
      segments.push({ seconds: Number.parseFloat(value), anew, sentAt })
      ;[anew, sentAt] = [false, null]
    }
  }
  return segments
}
