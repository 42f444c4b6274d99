import { type DBSchema, deleteDB, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import type { User } from '#contract/account/calls.ts'
import type { Event } from '#contract/events/calls.ts'
import type { KeptDraw } from '#contract/lottery/kept-draw.ts'
import type { IssuedTicket } from '#contract/tickets/calls.ts'
import type { Cached, OutboxItem } from '../device.ts'
import type { PageSnapshot } from '../page-snapshot.ts'

export type ListStore = 'tickets' | 'events'

/** The order of a list. Its items are in the object store of the same name, by id. */
export interface CachedList {
  at: number
  ids: string[]
  total: number | null
  /** When the list was last fetched to its end. */
  wholeAt: number | null
}

export interface Stores extends DBSchema {
  me: { key: 'me'; value: CachedMember }
  lists: { key: ListStore; value: CachedList }
  tickets: { key: string; value: Cached<IssuedTicket> }
  events: { key: string; value: Cached<Event> }
  /** Answers of visited pages, by the JSON of their query key. */
  seen: { key: string; value: Cached<unknown>; indexes: { at: number } }
  keys: { key: 'device'; value: StoredKey }
  /** In the order of writing: the key is autoincremented. */
  outbox: { key: number; value: OutboxItem; indexes: { id: string } }
  drafts: { key: string; value: Cached<DraftPicture>; indexes: { at: number } }
  /** By `snapshotKey`. */
  snapshots: { key: string; value: Cached<PageSnapshot>; indexes: { at: number } }
  /** By the ticket that is drawn. */
  draws: { key: string; value: KeptDraw }
}
/** Older versions of the app stored only the user. */
export interface CachedMember extends Cached<User> {
  /** `devicePixelRatio` of this screen. */
  dpr?: number
}
/** A picture chosen in a form that is not submitted yet. */
interface DraftPicture {
  name: string
  type: string
  bytes: ArrayBuffer
}
/** The private key is not extractable: it can sign, and its bytes cannot leave this browser. */
export interface StoredKey {
  privateKey: CryptoKey
  publicKey: Uint8Array<ArrayBuffer>
}
export type Database = IDBPDatabase<Stores>
type Names = (
  | 'me'
  | 'lists'
  | ListStore
  | 'seen'
  | 'keys'
  | 'outbox'
  | 'drafts'
  | 'snapshots'
  | 'draws'
)[]
type Upgrade = IDBPTransaction<Stores, Names, 'versionchange'>

/** Schema migrations, one for each version. A released step is never changed; a new one is appended. */
const steps: ((db: Database, tx: Upgrade) => void)[] = [
  (db) => {
    for (const name of ['me', 'lists', 'tickets', 'events'] as const) db.createObjectStore(name)
  },
  (db) => {
    db.createObjectStore('seen').createIndex('at', 'at')
  },
  (db) => {
    db.createObjectStore('keys')
    const outbox = db.createObjectStore('outbox', { autoIncrement: true })
    outbox.createIndex('id', 'id', { unique: true })
  },
  (db) => {
    db.createObjectStore('drafts').createIndex('at', 'at')
  },
  (db) => {
    db.createObjectStore('snapshots').createIndex('at', 'at')
  },
  (db) => {
    db.createObjectStore('draws')
  },
]

const PREFIX = 'room.kept.'
/** The name of a user's database and of their picture cache. The id is opaque. */
export const databaseName = (id: string) => PREFIX + id
/** The user id of the cache that visitors share. A logout does not delete it. */
export const VISITOR = 'visitor'

export async function openDatabase(id: string, onClose: () => void): Promise<Database> {
  const name = databaseName(id)
  const callbacks = {
    upgrade: (db: Database, from: number, _: number | null, tx: Upgrade) =>
      steps.slice(from).forEach((step) => {
        step(db, tx)
      }),
    // Another tab deletes or upgrades the database: close this connection so that it does not block.
    blocking(_: number, __: number | null, { target }: IDBVersionChangeEvent) {
      if (target instanceof IDBDatabase) target.close()
      onClose()
    },
    terminated: onClose,
  }
  return openDB<Stores>(name, steps.length, callbacks).catch((error: unknown) => {
    // A newer app version upgraded the database: open it as it is, so that its tickets can be read.
    if (!(error instanceof DOMException && error.name === 'VersionError')) throw error
    return openDB<Stores>(name, undefined, callbacks)
  })
}

/** Reads a user's database without an upgrade. Null if it does not exist or was not created completely. */
async function readExisting<T>(
  id: string,
  read: (db: Database) => Promise<T | null>,
): Promise<T | null> {
  const upgrade = (_: Database, __: number, ___: number | null, tx: Upgrade) => tx.abort()
  const db = await openDB<Stores>(databaseName(id), undefined, { upgrade }).catch(() => null)
  if (!db) return null
  try {
    return await read(db)
  } finally {
    // An open connection would block the app's upgrade or deletion of the database.
    db.close()
  }
}

/** Reads the database of the only member with one on this device. Null if there are none or several. */
export async function readMemberDatabase<T>(
  read: (db: Database) => Promise<T | null>,
): Promise<T | null> {
  const member = await cachedMemberId()
  return member === null ? null : readExisting(member, read)
}

/** The cached profile of a member. Null if this device has none. */
export const readCachedMember = (id: string): Promise<User | null> =>
  readExisting(id, async (db) => (await db.get('me', 'me'))?.value ?? null)

/** The ids of the members with a database on this device. */
export async function cachedMemberIds(): Promise<string[]> {
  const names = (await indexedDB.databases()).map(({ name = '' }) => name)
  return names
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => name.slice(PREFIX.length))
    .filter((id) => id !== VISITOR)
}

/** The id of the only member with a database on this device. Null if there are none or several. */
export async function cachedMemberId(): Promise<string | null> {
  const [id, another] = await cachedMemberIds()
  return id !== undefined && another === undefined ? id : null
}

/**
 * Deletes the databases and picture caches of all users but those for whom `stays` is true. A database that another tab
 * holds open is emptied first, so that it is empty even if the deletion is blocked.
 */
export async function clearDatabases(stays: (id: string) => boolean): Promise<void> {
  const isCleared = (name: string) => name.startsWith(PREFIX) && !stays(name.slice(PREFIX.length))
  const databases = (await indexedDB.databases()).map(({ name = '' }) => name).filter(isCleared)
  const pictures = (await cacheNames()).filter(isCleared)
  await Promise.all([
    ...databases.map(clearAndDelete),
    ...pictures.map((name) => caches.delete(name)),
  ])
}

/** None where a browser forbids caches, as in some private windows: the databases are deleted all the same. */
async function cacheNames(): Promise<string[]> {
  try {
    return await caches.keys()
  } catch {
    return []
  }
}

async function clearAndDelete(name: string) {
  const db = await openDB(name)
  const stores = [...db.objectStoreNames]
  if (stores.length > 0) {
    const tx = db.transaction(stores, 'readwrite')
    await Promise.all([...stores.map((store) => tx.objectStore(store).clear()), tx.done])
  }
  db.close()
  await new Promise<void>((resolve, reject) => {
    deleteDB(name, { blocked: () => resolve() }).then(resolve, reject)
  })
}
