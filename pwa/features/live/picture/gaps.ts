/** A place in an archive where its stream was broken off and came back. Seconds. */
export interface Gap {
  at: number
  /** How long there was nothing. */
  lasts: number
}

/** One piece of a playlist. */
export interface Piece {
  seconds: number
  /** Where the encoder began anew. */
  anew: boolean
  /** When it was sent, milliseconds since 1970; null where nobody says. */
  sentAt: number | null
}

/** An encoder that only changes what it sends misses less. */
const LEAST_S = 1

/** Where an encoder began anew, and time is missing: an advertisement of somebody else's stream begins anew, too. */
export function gapsOf(pieces: Piece[]): Gap[] {
  const gaps: Gap[] = []
  let at = 0
  let end: number | null = null
  for (const { seconds, anew, sentAt } of pieces) {
    const lasts = sentAt === null || end === null ? 0 : (sentAt - end) / 1_000
    if (anew && lasts >= LEAST_S) gaps.push({ at, lasts })
    at += seconds
    end = sentAt === null ? null : sentAt + seconds * 1_000
  }
  return gaps
}

/** What a media playlist (RFC 8216) lists; nothing where it lists other playlists. */
export function piecesOf(playlist: string): Piece[] {
  const pieces: Piece[] = []
  let [anew, sentAt]: [boolean, number | null] = [false, null]
  for (const line of playlist.split(/\r?\n/)) {
    const [, tag, value = ''] = /^#EXT(?:-X-)?([A-Z-]+):?(.*)$/.exec(line) ?? []
    if (tag === 'DISCONTINUITY') anew = true
    else if (tag === 'PROGRAM-DATE-TIME') sentAt = Date.parse(value)
    else if (tag === 'INF') {
      pieces.push({ seconds: Number.parseFloat(value), anew, sentAt })
      ;[anew, sentAt] = [false, null]
    }
  }
  return pieces
}
