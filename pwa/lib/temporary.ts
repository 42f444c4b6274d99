/** What was typed, and the names of fields that were emptied on purpose. */
type Kept<V> = Partial<V> & { emptied?: (keyof V)[] }
type Kind = 'event' | 'ticket' | 'thread'

/**
 * The temporary copy of what somebody types: it outlives a reload and a lost network, in this tab, and is found again by
 * the same person alone.
 */
export function temporaryCopy<V extends object>(kind: Kind, user: string, id: string | null) {
  const key = `room.${kind}.${user}.${id ?? 'new'}`
  return {
    key,
    read(): Kept<V> {
      try {
        return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Kept<V>
      } catch {
        return {} // no storage here: what is typed lives as long as the page
      }
    },
    write(values: Kept<V>) {
      try {
        sessionStorage.setItem(key, JSON.stringify(values))
      } catch {
        // full, or not allowed
      }
    },
    drop() {
      try {
        sessionStorage.removeItem(key)
      } catch {
        // nothing was kept
      }
    },
  }
}

/** All of them, at the end of a session. */
export function dropTemporary() {
  try {
    for (const key of Object.keys(sessionStorage))
      if (/^room\.(event|ticket|thread)\./.test(key)) sessionStorage.removeItem(key)
  } catch {
    // nothing was kept
  }
}
