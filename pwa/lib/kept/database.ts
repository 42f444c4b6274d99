import { type DBSchema, deleteDB, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import type { User } from '#contract/account.ts'
import type { Event } from '#contract/events.ts'
import type { IssuedTicket } from '#contract/tickets.ts'
import type { Kept, Waiting } from '../device.ts'

export type Shelf = 'tickets' | 'events'

/** A list's order; its items stand on their shelf, each by its id. */
export interface KeptList {
  at: number
  ids: string[]
  total: number | null
  /** When all of it was fetched, to its end. */
  wholeAt: number | null
}

interface Stores extends DBSchema {
  me: { key: 'me'; value: KeptMember }
  lists: { key: Shelf; value: KeptList }
  tickets: { key: string; value: Kept<IssuedTicket> }
  events: { key: string; value: Kept<Event> }
  /** Answers of pages that were seen, by their query's key. */
  seen: { key: string; value: Kept<unknown>; indexes: { at: number } }
  keys: { key: 'device'; value: KeptKey }
  /** In the order in which it was written. */
  outbox: { key: number; value: Waiting; indexes: { id: string } }
  drafts: { key: string; value: Kept<KeptPicture>; indexes: { at: number } }
}
/** Of some older versions only the user is there. */
export interface KeptMember extends Kept<User> {
  /** Device pixels in one of CSS, here. */
  dpr?: number
}
/** A picture that was chosen in a form, until the form is sent. */
interface KeptPicture {
  name: string
  type: string
  bytes: ArrayBuffer
}
/** A private key that no script can read: it signs, and never leaves this browser. */
export interface KeptKey {
  privateKey: CryptoKey
  publicKey: Uint8Array<ArrayBuffer>
}
export type Database = IDBPDatabase<Stores>
type Names = ('me' | 'lists' | Shelf | 'seen' | 'keys' | 'outbox' | 'drafts')[]
type Upgrade = IDBPTransaction<Stores, Names, 'versionchange'>

/** One step from each version to the next. What has been shipped is never changed: a step is added. */
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
]

const PREFIX = 'room.kept.'
/** The database, and the cache of pictures, of one user; the id is opaque. */
export const nameOf = (id: string) => PREFIX + id
/** What visitors see is nobody's, and stays. */
export const VISITOR = 'visitor'

export async function openDatabase(id: string, onClose: () => void): Promise<Database> {
  const name = nameOf(id)
  const callbacks = {
    upgrade: (db: Database, from: number, _: number | null, tx: Upgrade) =>
      steps.slice(from).forEach((step) => {
        step(db, tx)
      }),
    // Another tab empties it, or brings a newer version: nobody has to wait for this one.
    blocking(_: number, __: number | null, { target }: IDBVersionChangeEvent) {
      ;(target as IDBDatabase).close()
      onClose()
    },
    terminated: onClose,
  }
  return openDB<Stores>(name, steps.length, callbacks).catch((error: unknown) => {
    // A newer version of the app was here; its tickets are tickets all the same.
    if (!(error instanceof DOMException && error.name === 'VersionError')) throw error
    return openDB<Stores>(name, undefined, callbacks)
  })
}

/** As it stands, for who changes nothing in it. Null where there is none, or only what was half made. */
export async function openAsItIs(id: string): Promise<Database | null> {
  const upgrade = (_: Database, __: number, ___: number | null, tx: Upgrade) => tx.abort()
  return openDB<Stores>(nameOf(id), undefined, { upgrade }).catch(() => null)
}

/** A member as they were last seen here; null where nothing of theirs is kept. */
export async function memberKept(id: string): Promise<User | null> {
  const db = await openAsItIs(id)
  try {
    return (await db?.get('me', 'me'))?.value ?? null
  } finally {
    db?.close()
  }
}

/** The one member of whom something is kept here. */
export async function idKept(): Promise<string | null> {
  const names = (await indexedDB.databases()).map(({ name = '' }) => name)
  const ids = names
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => name.slice(PREFIX.length))
  const [id, another] = ids.filter((one) => one !== VISITOR)
  return id !== undefined && another === undefined ? id : null
}

/** Everybody's, but for whom `stays` is true. Where a tab hangs on to a database, it is empty all the same. */
export async function emptyAll(stays: (id: string) => boolean): Promise<void> {
  const goes = (name: string) => name.startsWith(PREFIX) && !stays(name.slice(PREFIX.length))
  const databases = (await indexedDB.databases()).map(({ name = '' }) => name).filter(goes)
  const pictures = (await caches.keys()).filter(goes)
  await Promise.all([...databases.map(deleteWhole), ...pictures.map((name) => caches.delete(name))])
}

async function deleteWhole(name: string) {
  const db = await openDB(name)
  const stores = [...db.objectStoreNames]
  if (stores.length > 0) {
    const tx = db.transaction(stores, 'readwrite')
    await Promise.all([...stores.map((store) => tx.objectStore(store).clear()), tx.done])
  }
  db.close()
  await new Promise<void>((done, failed) => {
    deleteDB(name, { blocked: () => done() }).then(done, failed)
  })
}
