import { note } from './notes.ts'

/** What was typed, and the names of fields that were emptied on purpose. */
type Kept<V> = Partial<V> & { emptied?: (keyof V)[] }
export type Kind = 'event' | 'ticket' | 'thread' | 'room' | 'profile' | 'news' | 'help' | 'legal'

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
        return JSON.parse(note.read(key) ?? '{}') as Kept<V>
      } catch {
        return {} // another's hand was in it
      }
    },
    write: (values: Kept<V>) => note.write(key, JSON.stringify(values)),
    drop: () => note.drop(key),
  }
}

/** All of them, and whose they were, at the end of a session. */
export function dropTemporary() {
  try {
    for (const key of Object.keys(sessionStorage))
      if (/^room\.(email$|\w+\.)/.test(key)) sessionStorage.removeItem(key)
  } catch {
    // nothing was kept
  }
}
