import type { User } from '#contract/account/calls.ts'
import type { Event } from '#contract/events/calls.ts'
import { VISITED_MAX } from '#contract/limits.ts'
import type { Room } from '#contract/rooms/calls.ts'
import type { IssuedTicket } from '#contract/tickets/calls.ts'
import type { Listed } from '#contract/types.ts'
import type { Cached, CachedTickets } from '../device.ts'
import type { CachePlace } from './cache-rules.ts'
import { clearDatabases, type Database, type ListStore, openDatabase, VISITOR } from './database.ts'
import { mergeList, shownIds, toPages } from './lists.ts'
import { roomKeyRange, roomOfKey } from './room-keys.ts'

export type Item = IssuedTicket | Event
export type Pages = { pages: Listed<Item>[]; pageParams: unknown[] }

/**
 * Reads and writes the IndexedDB cache of one user. `who` names the user whose cache is open; `member` is the id that
 * this device has stored as logged in.
 */
export function createOfflineCache(who: () => string, member: () => string | null) {
  /** False once that user has logged out, in this tab or in another: nothing of theirs may be written then. */
  const mayCache = (id: string) => id === VISITOR || member() === id
  let opened: { id: string; db: Promise<Database> } | null = null

  async function database(): Promise<Database | null> {
    const id = who()
    if (!mayCache(id)) return null
    if (opened?.id !== id) {
      const current = { id, db: openDatabase(id, () => opened === current && (opened = null)) }
      opened = current
      current.db.catch(() => opened === current && (opened = null))
    }
    const db = await opened.db
    if (mayCache(id)) return db
    // The user logged out while the database was opening, and opening may have created it again.
    db.close()
    await clearDatabases(mayCache)
    return null
  }

  async function putList(shelf: ListStore, pages: Listed<Item>[], at: number) {
    const db = await database()
    if (!db) return
    const tx = db.transaction(['lists', shelf], 'readwrite')
    const list = mergeList(await tx.objectStore('lists').get(shelf), pages, at)
    const items = tx.objectStore(shelf)
    const writes: Promise<unknown>[] = [tx.objectStore('lists').put(list, shelf)]
    for (const { items: found } of pages)
      for (const value of found) writes.push(items.put({ at, value: value as never }, value.id))
    if (list.wholeAt === at) {
      const stays = new Set(list.ids)
      for (const id of await items.getAllKeys()) if (!stays.has(id)) writes.push(items.delete(id))
    }
    await Promise.all([...writes, tx.done])
  }

  async function readList(shelf: ListStore): Promise<Cached<Pages> | undefined> {
    const tx = (await database())?.transaction(['lists', shelf])
    const list = await tx?.objectStore('lists').get(shelf)
    if (!tx || !list) return undefined
    const items = tx.objectStore(shelf)
    const found = await Promise.all(shownIds(list).map((id) => items.get(id)))
    const cached = found.flatMap((copy): Item[] => (copy ? [copy.value] : []))
    return { at: list.at, value: toPages(cached, list.total) }
  }

  async function putVisited(key: string, copy: Cached<unknown>) {
    const db = await database()
    if (!db) return
    const tx = db.transaction('seen', 'readwrite')
    await tx.store.put(copy, key)
    let tooMany = (await tx.store.count()) - VISITED_MAX
    let oldest = tooMany > 0 ? await tx.store.index('at').openCursor() : null
    while (oldest && tooMany-- > 0) {
      await oldest.delete()
      oldest = await oldest.continue()
    }
    await tx.done
  }

  return {
    mayCache,
    database,
    putList,
    list: async (shelf: ListStore) => (await database())?.get('lists', shelf),
    putMember: async (value: User) =>
      (await database())?.put('me', { at: Date.now(), value, dpr: devicePixelRatio }, 'me'),
    putItem: async (shelf: ListStore, copy: Cached<Item>) =>
      (await database())?.put(shelf, copy as never, copy.value.id),
    putVisited,
    /** At most CACHED_LIST_MAX of each kind, as the ticket box shows them. */
    async cachedTickets(): Promise<CachedTickets> {
      const [issued, joined] = await Promise.all([readList('tickets'), readList('events')])
      const itemsOf = (copy: Cached<Pages> | undefined) =>
        copy?.value.pages.flatMap(({ items }) => items) ?? []
      // As `readList` read the store of that name.
      return { issued: itemsOf(issued) as IssuedTicket[], joined: itemsOf(joined) as Event[] }
    },
    /** Visited rooms that can be opened offline. A room cached only for the color of a ticket is left out. */
    async rooms(): Promise<Cached<Room>[]> {
      const seen = (await database())?.transaction('seen').store
      if (!seen) return []
      const [found, keys] = await Promise.all([seen.getAll(roomKeyRange()), seen.getAllKeys()])
      const entered = new Set(keys.map(roomOfKey))
      // The keys in this range are of `getRoom`.
      return (found as Cached<Room>[]).filter(({ value }) => entered.has(value.id))
    },
    /** Reads one entry by its key, without loading the others. */
    async read(place: CachePlace): Promise<Cached<unknown> | undefined> {
      if (place.kind === 'list') return readList(place.store)
      const db = await database()
      return place.kind === 'item' ? db?.get(place.store, place.id) : db?.get('seen', place.key)
    },
    /** Deletes the databases and picture caches of every user but the current member and visitors. */
    async clearOthers() {
      const db = opened?.db
      if (opened && !mayCache(opened.id)) opened = null
      if (!opened) (await db?.catch(() => null))?.close()
      await clearDatabases(mayCache)
    },
  }
}
export type OfflineCache = ReturnType<typeof createOfflineCache>
