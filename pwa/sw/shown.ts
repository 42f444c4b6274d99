import { type DBSchema, openDB } from 'idb'
import type { ShownBook } from './once.ts'

interface Stores extends DBSchema {
  /** When, by the notification's id. */
  shown: { key: string; value: number }
}

/** What logging out empties, too. */
export const SHOWN_DATABASE = 'room.shown'
/** The server gives up on one after a month. */
const KEPT_MS = 30 * 24 * 60 * 60_000

/** Kept in this browser: a worker lives for seconds. */
export function shownBook(): ShownBook {
  const opened = openDB<Stores>(SHOWN_DATABASE, 1, {
    upgrade: (db) => void db.createObjectStore('shown'),
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
  })
  return {
    async note(id) {
      const tx = (await opened).transaction('shown', 'readwrite')
      const now = Date.now()
      let first = true
      for (let row = await tx.store.openCursor(); row; row = await row.continue()) {
        if (row.key === id) first = false
        else if (row.value < now - KEPT_MS) await row.delete()
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
