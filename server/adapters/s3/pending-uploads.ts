/**
 * A chunk of an upload. An S3 object is written at once or not at all, so an upload is stored as chunks: objects
 * whose names contain their offset. A chunk is never overwritten, and is deleted only with all others of its upload.
 */
export interface Chunk {
  path: string
  from: number
  size: number
}

/** Chunk size, held in memory per upload. Chunks end at its multiples, so that two processes cut a file alike. */
export const CHUNK_BYTES = 8 * 1024 * 1024
const DIGITS = 15

export const chunkName = (path: string, from: number, id: string) =>
  `${path}/${String(from).padStart(DIGITS, '0')}-${id}`
/** Path of the file that a chunk belongs to. */
export const uploadFileOf = (chunk: string) => chunk.replace(/\/\d+-[\w-]+$/, '')
export const placeOf = (chunk: string) =>
  Number(chunk.slice(chunk.lastIndexOf('/') + 1).split('-')[0])

/** A byte range of one object. */
export interface Span {
  path: string
  from: number
  to: number
}

/**
 * Ranges that make up a file from its first byte without a gap. Of overlapping chunks (two connections sent the same)
 * the one that reaches farthest is used, so that the reported size never shrinks.
 */
export function chainOf(chunks: Chunk[]): { size: number; spans: Span[] } {
  const sorted = chunks.toSorted((a, b) => a.from - b.from || b.size - a.size)
  const spans: Span[] = []
  let size = 0
  for (let at = 0; at < sorted.length; ) {
    let best: Chunk | null = null
    for (let chunk = sorted[at]; chunk && chunk.from <= size; chunk = sorted[++at])
      if (!best || endOf(chunk) > endOf(best)) best = chunk
    if (!best) break
    if (endOf(best) <= size) continue
    spans.push({ path: best.path, from: size - best.from, to: best.size })
    size = endOf(best)
  }
  return { size, spans }
}
const endOf = ({ from, size }: Chunk) => from + size

/** The parts of the spans between two offsets of the file. */
export function within(spans: Span[], from: number, to: number): Span[] {
  const chunks: Span[] = []
  let at = 0
  for (const span of spans) {
    const length = span.to - span.from
    const [first, last] = [Math.max(from - at, 0), Math.min(to - at, length)]
    if (first < last) chunks.push({ ...span, from: span.from + first, to: span.from + last })
    at += length
  }
  return chunks
}

/** Splits a stream into chunks that end at multiples of `each`. If it breaks, the last chunk precedes the error. */
export async function* inPieces(
  bytes: AsyncIterable<Uint8Array>,
  from: number,
  each = CHUNK_BYTES,
): AsyncGenerator<{ from: number; bytes: Uint8Array }> {
  let buffered: Uint8Array[] = []
  let at = from
  let length = 0
  const take = () => {
    const chunk = { from: at, bytes: Buffer.concat(buffered) }
    at += length
    buffered = []
    length = 0
    return chunk
  }
  try {
    for await (let more of bytes) {
      while (more.length > 0) {
        const room = each - ((at + length) % each)
        buffered.push(Uint8Array.from(more.subarray(0, room)))
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
