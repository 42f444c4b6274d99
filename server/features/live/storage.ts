import { dropOldest } from '#contract/lib/drop-oldest.ts'
import { DISK_LAST_BYTES, DISK_RESERVE_BYTES } from '#contract/shared/limits.ts'
import type { StreamStorage } from '#contract/streams/calls.ts'
import { RECORDINGS_NEARLY_FULL } from '#contract/streams/limits.ts'
import {
  DISK_FULL,
  RECORDING_STOPPED,
  RECORDINGS_FULL,
  RECORDINGS_NEARLY,
} from '#contract/streams/messages.ts'
import { isYoung } from '#server/ports/clock.ts'
import type { GivenDeps } from '#server/process/deps.ts'
import * as query from './broadcast-queries.ts'

/** Cache time of a room's recorded bytes; a stream writes some megabytes meanwhile. */
const CACHE_MS = 5_000
const MAX_ROOMS = 1_000

/** Disk space of recordings: a quota per room, and a reserve for the machine. */
export class Storage {
  readonly #deps: GivenDeps
  readonly #quota
  readonly #known = new Map<string, { at: number; bytes: Promise<Map<string, number>> }>()

  constructor(deps: GivenDeps) {
    this.#deps = deps
    this.#quota = deps.config.live.roomBytes
  }

  /** Bytes by event. */
  async #addUp(roomId: string) {
    const sums = new Map<string, number>()
    for (const { id, event_id, bytes } of await query.listOfRoom(this.#deps.read, roomId)) {
      const own = bytes ?? (await this.#deps.recordings.read(id)).bytes
      sums.set(event_id, (sums.get(event_id) ?? 0) + own)
    }
    return sums
  }

  async #bytesOf(roomId: string) {
    const now = this.#deps.clock.now().getTime()
    let storage = this.#known.get(roomId)
    if (!storage || !isYoung(storage.at, now, CACHE_MS)) {
      storage = { at: now, bytes: this.#addUp(roomId) }
      this.#known.set(roomId, storage)
      dropOldest(this.#known, MAX_ROOMS)
      storage.bytes.catch(() => this.#known.delete(roomId))
    }
    const sums = await storage.bytes
    return { sums, used: [...sums.values()].reduce((sum, bytes) => sum + bytes, 0) }
  }

  /** Whether the room's streams must no longer be recorded. */
  async isFull(roomId: string): Promise<boolean> {
    const { used } = await this.#bytesOf(roomId)
    return used >= this.#quota || (await this.#deps.recordings.free()) < DISK_LAST_BYTES
  }

  /** `open`: the event's current stream, if any. */
  async present(
    roomId: string,
    eventId: string,
    open: query.OpenBroadcast | undefined,
  ): Promise<StreamStorage> {
    const [{ sums, used }, free] = await Promise.all([
      this.#bytesOf(roomId),
      this.#deps.recordings.free(),
    ])
    return {
      event_bytes: sums.get(eventId) ?? 0,
      used_bytes: used,
      quota_bytes: this.#quota,
      notice: storageWarning(open, used / this.#quota, free),
    }
  }
}

function storageWarning(open: query.OpenBroadcast | undefined, full: number, free: number) {
  if (open?.kept_until) return RECORDING_STOPPED
  if (!open && free < DISK_RESERVE_BYTES) return DISK_FULL
  if (full >= 1) return RECORDINGS_FULL
  return full >= RECORDINGS_NEARLY_FULL ? RECORDINGS_NEARLY : null
}
