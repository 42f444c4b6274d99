import { safeSessionStorage } from './safe-storage.ts'

/** What was typed, and the names of fields that were emptied on purpose. */
type DraftValues<V> = Partial<V> & { emptied?: (keyof V)[] }
export type DraftKind =
  | 'event'
  | 'ticket'
  | 'thread'
  | 'room'
  | 'profile'
  | 'news'
  | 'help'
  | 'legal'

/**
 * The temporary copy of what somebody types: it outlives a reload and a lost network, in this tab, and is found again by
 * the same person alone.
 */
export function formDraft<V extends object>(kind: DraftKind, user: string, id: string | null) {
  const key = `room.${kind}.${user}.${id ?? 'new'}`
  return {
    key,
    read(): DraftValues<V> {
      try {
        return JSON.parse(safeSessionStorage.read(key) ?? '{}') as DraftValues<V>
      } catch {
        return {} // another's hand was in it
      }
    },
    write: (values: DraftValues<V>) => safeSessionStorage.write(key, JSON.stringify(values)),
    remove: () => safeSessionStorage.remove(key),
  }
}

/** All of them, and whose they were, at the end of a session. */
export function clearFormDrafts() {
  try {
    for (const key of Object.keys(sessionStorage))
      if (/^room\.(email$|\w+\.)/.test(key)) sessionStorage.removeItem(key)
  } catch {
    // nothing was kept
  }
}
