import { RECORDING_GONE } from '#server/ports/topics.ts'
import type { Deps } from '#server/process/deps.ts'

/** Bytes of pieces that are kept at hand: half a minute of a dozen streams. */
const MAX_BYTES = 64_000_000

/** Pieces of streams from memory: those who watch the same thing ask for the same piece within the same seconds. */
export function pieceCache(
  { recordings, bus }: Pick<Deps, 'recordings' | 'bus'>,
  mostBytes = MAX_BYTES,
) {
  const kept = new Map<string, Buffer>()
  const reading = new Map<string, Promise<Buffer | null>>()
  let bytes = 0
  bus.subscribe(RECORDING_GONE, forget)

  function forget(broadcastId: string) {
    const isOfIt = (key: string) => key.startsWith(`${broadcastId}/`)
    for (const key of reading.keys()) if (isOfIt(key)) reading.delete(key)
    for (const [key, { length }] of kept) {
      if (!isOfIt(key)) continue
      kept.delete(key)
      bytes -= length
    }
  }

  function keep(key: string, piece: Buffer) {
    kept.set(key, piece)
    bytes += piece.length
    for (const [oldest, { length }] of kept) {
      if (bytes <= mostBytes) break
      kept.delete(oldest)
      bytes -= length
    }
  }
  async function fetch(key: string, broadcastId: string, file: string) {
    try {
      const piece = await recordings.file(broadcastId, file)
      // Gone while it was read: nobody after this one gets it.
      if (piece && reading.has(key)) keep(key, piece)
      return piece
    } finally {
      reading.delete(key)
    }
  }

  return (broadcastId: string, file: string): Promise<Buffer | null> | Buffer => {
    const key = `${broadcastId}/${file}`
    const known = kept.get(key)
    if (known) {
      kept.delete(key) // and back in as the newest
      kept.set(key, known)
      return known
    }
    const asked = reading.get(key) ?? fetch(key, broadcastId, file)
    reading.set(key, asked)
    return asked
  }
}
export type PieceOf = ReturnType<typeof pieceCache>
