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
export function storage({ read, clock, recordings, config }: GivenDeps) {
  const quota = config.live.roomBytes
  const known = new Map<string, { at: number; bytes: Promise<Map<string, number>> }>()

  /** Bytes by event. */
  async function addUp(roomId: string) {
    const sums = new Map<string, number>()
    for (const { id, event_id, bytes } of await query.listOfRoom(read, roomId)) {
      const own = bytes ?? (await recordings.read(id)).bytes
      sums.set(event_id, (sums.get(event_id) ?? 0) + own)
    }
    return sums
  }
  async function bytesOf(roomId: string) {
    const now = clock.now().getTime()
    let found = known.get(roomId)
    if (!found || !isYoung(found.at, now, CACHE_MS)) {
      found = { at: now, bytes: addUp(roomId) }
      known.set(roomId, found)
      dropOldest(known, MAX_ROOMS)
      found.bytes.catch(() => known.delete(roomId))
    }
    const sums = await found.bytes
    return { sums, used: [...sums.values()].reduce((sum, bytes) => sum + bytes, 0) }
  }

  return {
    /** Whether the room's streams must no longer be recorded. */
    async isFull(roomId: string): Promise<boolean> {
      const { used } = await bytesOf(roomId)
      return used >= quota || (await recordings.free()) < DISK_LAST_BYTES
    },

    /** `open`: the event's current stream, if any. */
    async present(
      roomId: string,
      eventId: string,
      open: query.OpenBroadcast | undefined,
    ): Promise<StreamStorage> {
      const [{ sums, used }, free] = await Promise.all([bytesOf(roomId), recordings.free()])
      return {
        event_bytes: sums.get(eventId) ?? 0,
        used_bytes: used,
        quota_bytes: quota,
        notice: storageWarning(open, used / quota, free),
      }
    },
  }
}
export type Storage = ReturnType<typeof storage>

function storageWarning(open: query.OpenBroadcast | undefined, full: number, free: number) {
  if (open?.kept_until) return RECORDING_STOPPED
  if (!open && free < DISK_RESERVE_BYTES) return DISK_FULL
  if (full >= 1) return RECORDINGS_FULL
  return full >= RECORDINGS_NEARLY_FULL ? RECORDINGS_NEARLY : null
}
