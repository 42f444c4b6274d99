import type { User } from '#contract/account.ts'
import type { Event } from '#contract/events.ts'
import { SEEN_MAX } from '#contract/limits.ts'
import type { Room } from '#contract/rooms.ts'
import type { IssuedTicket } from '#contract/tickets.ts'
import type { Listed } from '#contract/types.ts'
import type { HeldTickets, Kept } from '../device.ts'
import { type Database, emptyAll, openDatabase, type Shelf, VISITOR } from './database.ts'
import { merged, pagesOf, shownOf } from './lists.ts'
import { roomKeys, roomOf } from './room-keys.ts'
import type { Slot } from './rules.ts'

type Item = IssuedTicket | Event
export type Pages = { pages: Listed<Item>[]; pageParams: unknown[] }

/** The copies of whoever `who` names at that moment. `member` is whom the device remembers. */
export function keptStore(who: () => string, member: () => string | null) {
  /** Nothing may be written for somebody who has left meanwhile, in this tab or in another. */
  const mayKeep = (id: string) => id === VISITOR || member() === id
  let opened: { id: string; db: Promise<Database> } | null = null

  async function database(): Promise<Database | null> {
    const id = who()
    if (!mayKeep(id)) return null
    if (opened?.id !== id) {
      const mine = { id, db: openDatabase(id, () => opened === mine && (opened = null)) }
      opened = mine
      mine.db.catch(() => opened === mine && (opened = null))
    }
    const db = await opened.db
    if (mayKeep(id)) return db
    // They left while it was being opened, and opening may have made it anew.
    db.close()
    await emptyAll(mayKeep)
    return null
  }

  async function putList(shelf: Shelf, pages: Listed<Item>[], at: number) {
    const db = await database()
    if (!db) return
    const tx = db.transaction(['lists', shelf], 'readwrite')
    const list = merged(await tx.objectStore('lists').get(shelf), pages, at)
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

  async function readList(shelf: Shelf): Promise<Kept<Pages> | undefined> {
    const tx = (await database())?.transaction(['lists', shelf])
    const list = await tx?.objectStore('lists').get(shelf)
    if (!tx || !list) return undefined
    const items = tx.objectStore(shelf)
    const found = await Promise.all(shownOf(list).map((id) => items.get(id)))
    const held = found.flatMap((copy) => (copy ? [copy.value as Item] : []))
    return { at: list.at, value: pagesOf(held, list.total) }
  }

  async function putSeen(key: string, copy: Kept<unknown>) {
    const db = await database()
    if (!db) return
    const tx = db.transaction('seen', 'readwrite')
    await tx.store.put(copy, key)
    let tooMany = (await tx.store.count()) - SEEN_MAX
    let oldest = tooMany > 0 ? await tx.store.index('at').openCursor() : null
    while (oldest && tooMany-- > 0) {
      await oldest.delete()
      oldest = await oldest.continue()
    }
    await tx.done
  }

  return {
    mayKeep,
    database,
    putList,
    list: async (shelf: Shelf) => (await database())?.get('lists', shelf),
    putMe: async (value: User) =>
      (await database())?.put('me', { at: Date.now(), value, dpr: devicePixelRatio }, 'me'),
    putItem: async (shelf: Shelf, copy: Kept<Item>) =>
      (await database())?.put(shelf, copy as never, copy.value.id),
    putSeen,
    /** As much of it as the box shows. */
    async held(): Promise<HeldTickets> {
      const [issued, joined] = await Promise.all([readList('tickets'), readList('events')])
      const itemsOf = (copy: Kept<Pages> | undefined) =>
        copy?.value.pages.flatMap(({ items }) => items) ?? []
      return { issued: itemsOf(issued) as IssuedTicket[], joined: itemsOf(joined) as Event[] }
    },
    /** Those that can be entered: of some only the colour is here, for a ticket. */
    async rooms(): Promise<Kept<Room>[]> {
      const seen = (await database())?.transaction('seen').store
      if (!seen) return []
      const [found, keys] = await Promise.all([seen.getAll(roomKeys()), seen.getAllKeys()])
      const entered = new Set(keys.map(roomOf))
      return (found as Kept<Room>[]).filter(({ value }) => entered.has(value.id))
    },
    /** By its key alone, however many there are. */
    async read(slot: Slot): Promise<Kept<unknown> | undefined> {
      if (slot.kind === 'list') return readList(slot.shelf)
      const db = await database()
      return slot.kind === 'item' ? db?.get(slot.shelf, slot.id) : db?.get('seen', slot.key)
    },
    /** Whoever is not the member of this device has nothing here. */
    async sweep() {
      const db = opened?.db
      if (opened && !mayKeep(opened.id)) opened = null
      if (!opened) (await db?.catch(() => null))?.close()
      await emptyAll(mayKeep)
    },
  }
}
export type KeptStore = ReturnType<typeof keptStore>
