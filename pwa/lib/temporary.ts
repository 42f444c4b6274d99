type Kind = 'event' | 'ticket' | 'thread'

/**
 * The temporary copy of what somebody types: it outlives a reload and a lost network, in this tab, and is found again by
 * the same person alone.
 */
export function temporaryCopy<V extends object>(kind: Kind, user: string, id: string | null) {
  const key = `room.${kind}.${user}.${id ?? 'new'}`
  return {
    read(): Partial<V> {
      try {
        return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<V>
      } catch {
        return {} // no storage here: what is typed lives as long as the page
      }
    },
    write(values: V) {
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
