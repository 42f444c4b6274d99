import { type DBSchema, openDB } from 'idb'
import type { ShownBook } from './once.ts'

interface Stores extends DBSchema {
  /** The time of showing in milliseconds, by notification id. */
  shown: { key: string; value: number }
}

/** Deleted at logout by `unsubscribePush`. */
export const SHOWN_DATABASE = 'room.shown'
/** The server stops retrying a notification after a month. */
const SHOWN_MS = 30 * 24 * 60 * 60_000

/** In IndexedDB, as a service worker keeps no memory between events. */
export function shownBook(): ShownBook {
  const opened = openDB<Stores>(SHOWN_DATABASE, 1, {
    upgrade: (db) => void db.createObjectStore('shown'),
    blocking(_, __, { target }) {
      if (target instanceof IDBDatabase) target.close()
    },
  })
  return {
    async note(id) {
      const tx = (await opened).transaction('shown', 'readwrite')
      const now = Date.now()
      let first = true
      for (let row = await tx.store.openCursor(); row; row = await row.continue()) {
        if (row.key === id) first = false
        else if (row.value < now - SHOWN_MS) await row.delete()
      }
      if (first) await tx.store.put(now, id)
      await tx.done
      return first
    },
    async strike(id) {
      await (await opened).delete('shown', id)
    },
  }
}
