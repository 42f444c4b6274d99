import type { IDBPObjectStore } from 'idb'
import type { User } from '#contract/account/calls.ts'
import type { Event } from '#contract/events/calls.ts'
import type { Listed } from '#contract/http/types.ts'
import type { Room } from '#contract/rooms/calls.ts'
import { VISITED_MAX } from '#contract/shared/limits.ts'
import type { IssuedTicket } from '#contract/tickets/calls.ts'
import type { Cached, CachedTickets } from '../device.ts'
import type { PageSnapshot } from '../page-snapshot.ts'
import type { CachePlace } from './cache-rules.ts'
import {
  clearDatabases,
  type Database,
  type ListStore,
  openDatabase,
  type Stores,
  VISITOR,
} from './database.ts'
import { mergeList, shownIds, toPages } from './lists.ts'
import { roomKeyRange, roomOfKey } from './room-keys.ts'

const SNAPSHOTS_MAX = 20

export type Item = IssuedTicket | Event
export type Pages = { pages: Listed<Item>[]; pageParams: unknown[] }

interface Opened {
  id: string
  db: Promise<Database>
}

/** Reads and writes the IndexedDB cache of one user. */
export class OfflineCache {
  readonly #who: () => string
  readonly #member: () => string | null
  #opened: Opened | null = null
  #isAskedToKeep = false

  /**
   * `who` names the user whose cache is open; `member` is the id that this device has stored as logged in.
   */
  constructor(who: () => string, member: () => string | null) {
    this.#who = who
    this.#member = member
  }

  /** False once that user has logged out, in this tab or in another: nothing of theirs may be written then. */
  mayCache(id: string): boolean {
    return id === VISITOR || this.#member() === id
  }

  /** Null if nothing may be cached. */
  async database(): Promise<Database | null> {
    const id = this.#who()
    if (!this.mayCache(id)) return null
    const opened = this.#opened?.id === id ? this.#opened : this.#open(id)
    const db = await opened.db
    if (this.mayCache(id)) return db
    // The user logged out while the database was opening, and opening may have created it again.
    db.close()
    await this.#clearDatabases()
    return null
  }

  /** When the first tickets are stored, requests persistent storage, so that the browser does not evict them. */
  async putList(shelf: ListStore, pages: Listed<Item>[], at: number): Promise<void> {
    const db = await this.database()
    if (!db) return
    const tx = db.transaction(['lists', shelf], 'readwrite')
    const old = await tx.objectStore('lists').get(shelf)
    const list = mergeList(old, pages, at)
    const items = tx.objectStore(shelf)
    const writes: Promise<unknown>[] = [tx.objectStore('lists').put(list, shelf)]
    // `idb` has no type for a store that is one of two.
    for (const { items: found } of pages)
      for (const value of found) writes.push(items.put({ at, value: value as never }, value.id))
    if (list.wholeAt === at) {
      const stays = new Set(list.ids)
      for (const id of await items.getAllKeys()) if (!stays.has(id)) writes.push(items.delete(id))
    }
    await Promise.all([...writes, tx.done])
    if (!old?.ids.length && list.ids.length > 0) this.#askToKeep()
  }

  /** The order of a list, without its items. */
  async list(shelf: ListStore) {
    return (await this.database())?.get('lists', shelf)
  }

  async putMember(value: User): Promise<void> {
    const copy = { at: Date.now(), value, dpr: devicePixelRatio }
    await (await this.database())?.put('me', copy, 'me')
  }

  async putItem(shelf: ListStore, copy: Cached<Item>): Promise<void> {
    // As in `putList`.
    await (await this.database())?.put(shelf, copy as never, copy.value.id)
  }

  async putVisited(key: string, copy: Cached<unknown>): Promise<void> {
    const db = await this.database()
    if (!db) return
    const tx = db.transaction('seen', 'readwrite')
    await tx.store.put(copy, key)
    await removeOldest(tx.store, VISITED_MAX)
    await tx.done
  }

  /** For the member with this id only, who may have logged out since. */
  async putSnapshot(member: string, key: string, copy: Cached<PageSnapshot>): Promise<void> {
    if (this.#who() !== member) return
    const db = await this.database()
    if (!db) return
    const tx = db.transaction('snapshots', 'readwrite')
    await tx.store.put(copy, key)
    await removeOldest(tx.store, SNAPSHOTS_MAX)
    await tx.done
  }

  /** Reads one entry by its key, without loading the others. */
  async read(place: CachePlace): Promise<Cached<unknown> | undefined> {
    if (place.kind === 'list') return this.#readList(place.store)
    const db = await this.database()
    return place.kind === 'item' ? db?.get(place.store, place.id) : db?.get('seen', place.key)
  }

  /** At most CACHED_LIST_MAX of each kind, as the ticket box shows them. */
  async cachedTickets(): Promise<CachedTickets> {
    const [issued, joined] = await Promise.all([
      this.#readList('tickets'),
      this.#readList('events'),
    ])
    // Each store holds one kind.
    return { issued: itemsOf(issued) as IssuedTicket[], joined: itemsOf(joined) as Event[] }
  }

  /** Visited rooms that can be opened offline. A room cached only for the color of a ticket is left out. */
  async rooms(): Promise<Cached<Room>[]> {
    const seen = (await this.database())?.transaction('seen').store
    if (!seen) return []
    const [found, keys] = await Promise.all([seen.getAll(roomKeyRange()), seen.getAllKeys()])
    const entered = new Set(keys.map(roomOfKey))
    // The keys in this range are of `getRoom`.
    return (found as Cached<Room>[]).filter(({ value }) => entered.has(value.id))
  }

  /** Deletes the databases and picture caches of every user but the current member and visitors. */
  async clearOthers(): Promise<void> {
    const db = this.#opened?.db
    if (this.#opened && !this.mayCache(this.#opened.id)) this.#opened = null
    if (!this.#opened) (await db?.catch(() => null))?.close()
    await this.#clearDatabases()
  }

  /** Once, although both lists may be new. */
  #askToKeep(): void {
    if (this.#isAskedToKeep) return
    this.#isAskedToKeep = true
    // Not awaited: some browsers ask the user, who may leave the question open.
    navigator.storage.persist().catch(console.info)
  }

  #open(id: string): Opened {
    const opened: Opened = { id, db: openDatabase(id, () => this.#forget(opened)) }
    this.#opened = opened
    opened.db.catch(() => this.#forget(opened))
    return opened
  }

  /** The next call opens the database again. */
  #forget(opened: Opened): void {
    if (this.#opened === opened) this.#opened = null
  }

  async #readList(shelf: ListStore): Promise<Cached<Pages> | undefined> {
    const tx = (await this.database())?.transaction(['lists', shelf])
    const list = await tx?.objectStore('lists').get(shelf)
    if (!tx || !list) return undefined
    const items = tx.objectStore(shelf)
    const stored = await Promise.all(shownIds(list).map((id) => items.get(id)))
    const cached = stored.flatMap((copy): Item[] => (copy ? [copy.value] : []))
    return { at: list.at, value: toPages(cached, list.total) }
  }

  #clearDatabases(): Promise<void> {
    return clearDatabases((id) => this.mayCache(id))
  }
}

/** Deletes the oldest entries of a store while it has more than `max`. */
async function removeOldest<Name extends 'seen' | 'snapshots'>(
  store: IDBPObjectStore<Stores, Name[], Name, 'readwrite'>,
  max: number,
): Promise<void> {
  let tooMany = (await store.count()) - max
  let oldest = tooMany > 0 ? await store.index('at').openCursor() : null
  while (oldest && tooMany-- > 0) {
    await oldest.delete()
    oldest = await oldest.continue()
  }
}

const itemsOf = (copy: Cached<Pages> | undefined): Item[] =>
  copy?.value.pages.flatMap(({ items }) => items) ?? []
