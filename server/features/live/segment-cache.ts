import { RECORDING_GONE } from '#server/ports/topics.ts'
import type { GivenDeps } from '#server/process/deps.ts'

/** Capacity of the segment cache in bytes: half a minute of a dozen streams. */
const MAX_BYTES = 64_000_000

/** Memory cache of segments: viewers of a stream request the same segment within seconds. */
export function segmentCache({ recordings, bus }: GivenDeps, mostBytes = MAX_BYTES) {
  const cache = new Map<string, Buffer>()
  const reading = new Map<string, Promise<Buffer | null>>()
  let bytes = 0
  bus.subscribe(RECORDING_GONE, clear)

  function clear(broadcastId: string) {
    const isOfIt = (key: string) => key.startsWith(`${broadcastId}/`)
    for (const key of reading.keys()) if (isOfIt(key)) reading.delete(key)
    for (const [key, { length }] of cache) {
      if (!isOfIt(key)) continue
      cache.delete(key)
      bytes -= length
    }
  }

  function cacheSegment(key: string, segment: Buffer) {
    cache.set(key, segment)
    bytes += segment.length
    for (const [oldest, { length }] of cache) {
      if (bytes <= mostBytes) break
      cache.delete(oldest)
      bytes -= length
    }
  }
  async function fetch(key: string, broadcastId: string, file: string) {
    try {
      const segment = await recordings.file(broadcastId, file)
      // A segment deleted during the read is not cached.
      if (segment && reading.has(key)) cacheSegment(key, segment)
      return segment
    } finally {
      reading.delete(key)
    }
  }

  return (broadcastId: string, file: string): Promise<Buffer | null> | Buffer => {
    const key = `${broadcastId}/${file}`
    const known = cache.get(key)
    if (known) {
      cache.delete(key) // reinserted as the newest entry
      cache.set(key, known)
      return known
    }
    const pending = reading.get(key) ?? fetch(key, broadcastId, file)
    reading.set(key, pending)
    return pending
  }
}
export type SegmentReader = ReturnType<typeof segmentCache>
