import { RECORDING_GONE } from '#server/ports/topics.ts'
import type { GivenDeps } from '#server/process/deps.ts'

/** Capacity of the segment cache in bytes: half a minute of a dozen streams. */
const MAX_BYTES = 64_000_000

/** Memory cache of segments: viewers of a stream request the same segment within seconds. */
export class SegmentCache {
  readonly #deps: GivenDeps
  readonly #mostBytes: number
  readonly #cache = new Map<string, Buffer>()
  readonly #reading = new Map<string, Promise<Buffer | null>>()
  #bytes = 0

  constructor(deps: GivenDeps, mostBytes = MAX_BYTES) {
    this.#deps = deps
    this.#mostBytes = mostBytes
    deps.bus.subscribe(RECORDING_GONE, (broadcastId) => this.#clear(broadcastId))
  }

  #clear(broadcastId: string) {
    const isOfIt = (key: string) => key.startsWith(`${broadcastId}/`)
    for (const key of this.#reading.keys()) if (isOfIt(key)) this.#reading.delete(key)
    for (const [key, { length }] of this.#cache) {
      if (!isOfIt(key)) continue
      this.#cache.delete(key)
      this.#bytes -= length
    }
  }

  #cacheSegment(key: string, segment: Buffer) {
    this.#cache.set(key, segment)
    this.#bytes += segment.length
    for (const [oldest, { length }] of this.#cache) {
      if (this.#bytes <= this.#mostBytes) break
      this.#cache.delete(oldest)
      this.#bytes -= length
    }
  }

  async #fetch(key: string, broadcastId: string, file: string) {
    try {
      const segment = await this.#deps.recordings.file(broadcastId, file)
      // A segment deleted during the read is not cached.
      if (segment && this.#reading.has(key)) this.#cacheSegment(key, segment)
      return segment
    } finally {
      this.#reading.delete(key)
    }
  }

  read(broadcastId: string, file: string): Promise<Buffer | null> | Buffer {
    const key = `${broadcastId}/${file}`
    const known = this.#cache.get(key)
    if (known) {
      this.#cache.delete(key) // reinserted as the newest entry
      this.#cache.set(key, known)
      return known
    }
    const pending = this.#reading.get(key) ?? this.#fetch(key, broadcastId, file)
    this.#reading.set(key, pending)
    return pending
  }
}
