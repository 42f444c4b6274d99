import { createReplayClock } from '../talk/replay-clock.ts'

/** Where an archive plays, for the parts of the page outside of its player, and how they make it play elsewhere. */
export function createArchivePlayback() {
  const clock = createReplayClock()
  let place = { position: 0, duration: 0 }
  let seek: ((seconds: number) => void) | null = null
  return {
    clock,
    /** Seconds. */
    place: () => place,
    /** What the player shows; null if it does not know when that was sent. */
    shows(position: number, duration: number, instant: number | null) {
      place = { position, duration }
      clock.set(instant)
    },
    /** The player sets how to seek, and null when it is gone. */
    setSeek(to: ((seconds: number) => void) | null) {
      seek = to
    },
    seek: (seconds: number) => seek?.(seconds),
  }
}
export type ArchivePlayback = ReturnType<typeof createArchivePlayback>
