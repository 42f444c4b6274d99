/** The instant of the picture that an archive shows, in milliseconds since 1970. */
type Instant = number
/** Null: there is none, as without dates in the recording. Undefined: it is not known yet. */
type Shown = Instant | null | undefined

/**
 * Tells the talk where an archive plays. A store of its own, since it changes some times a second, and few of these
 * changes concern a component.
 */
export function createReplayClock() {
  let shown: Shown
  const listeners = new Set<() => void>()
  return {
    get: () => shown,
    set(to: Instant | null) {
      shown = to
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
export type ReplayClock = ReturnType<typeof createReplayClock>
