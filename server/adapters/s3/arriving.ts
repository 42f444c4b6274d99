/**
 * An object in S3 is written at once or not at all: what is arriving lies there in pieces, each an object of its own whose
 * name says at which byte it begins. A piece is never written over, and is no longer wanted only with all of them.
 */
export interface Piece {
  path: string
  from: number
  size: number
}

/** What is held in memory of one upload; pieces end at its multiples, so that two machines cut a file alike. */
export const PIECE_BYTES = 8 * 1024 * 1024
const DIGITS = 15

export const pieceName = (path: string, from: number, id: string) =>
  `${path}/${String(from).padStart(DIGITS, '0')}-${id}`
/** Of which file this is a piece. */
export const fileOf = (piece: string) => piece.replace(/\/\d+-[\w-]+$/, '')
export const placeOf = (piece: string) =>
  Number(piece.slice(piece.lastIndexOf('/') + 1).split('-')[0])

/** A part of one object. */
export interface Span {
  path: string
  from: number
  to: number
}

/**
 * Where the bytes of a file lie, from its first one on without a gap. Where pieces overlap (two connections sent the same)
 * the one that reaches farthest is taken, so that nobody is ever told less than before.
 */
export function chainOf(pieces: Piece[]): { size: number; spans: Span[] } {
  const sorted = pieces.toSorted((a, b) => a.from - b.from || b.size - a.size)
  const spans: Span[] = []
  let size = 0
  for (let at = 0; at < sorted.length; ) {
    let best: Piece | null = null
    for (; at < sorted.length && sorted[at]!.from <= size; at++)
      if (!best || endOf(sorted[at]!) > endOf(best)) best = sorted[at]!
    if (!best) break
    if (endOf(best) <= size) continue
    spans.push({ path: best.path, from: size - best.from, to: best.size })
    size = endOf(best)
  }
  return { size, spans }
}
const endOf = ({ from, size }: Piece) => from + size

/** Those parts of spans that lie between two bytes of the file. */
export function within(spans: Span[], from: number, to: number): Span[] {
  const found: Span[] = []
  let at = 0
  for (const span of spans) {
    const length = span.to - span.from
    const [first, last] = [Math.max(from - at, 0), Math.min(to - at, length)]
    if (first < last) found.push({ ...span, from: span.from + first, to: span.from + last })
    at += length
  }
  return found
}

/** What comes, in pieces that end where `from` says; the last one also where the stream broke, which is told afterwards. */
export async function* inPieces(
  bytes: AsyncIterable<Uint8Array>,
  from: number,
  each = PIECE_BYTES,
): AsyncGenerator<{ from: number; bytes: Uint8Array }> {
  let held: Uint8Array[] = []
  let at = from
  let length = 0
  const take = () => {
    const piece = { from: at, bytes: Buffer.concat(held) }
    at += length
    held = []
    length = 0
    return piece
  }
  try {
    for await (let more of bytes) {
      while (more.length > 0) {
        const room = each - ((at + length) % each)
        held.push(Uint8Array.from(more.subarray(0, room)))
        length += Math.min(room, more.length)
        more = more.subarray(room)
        if ((at + length) % each === 0) yield take()
      }
    }
  } catch (error) {
    if (length > 0) yield take()
    throw error
  }
  if (length > 0) yield take()
}
