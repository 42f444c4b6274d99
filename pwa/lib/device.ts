import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { User } from '#contract/account/calls.ts'
import type { Event } from '#contract/events/calls.ts'
import type { KeptDraw } from '#contract/lottery/kept-draw.ts'
import type { Room } from '#contract/rooms/calls.ts'
import type { IssuedTicket } from '#contract/tickets/calls.ts'
import type { PageSnapshot } from './page-snapshot.ts'
import { safeLocalStorage } from './safe-storage.ts'
import type { Store } from './store.ts'

/** The context of a query function: its key finds the cached copy. */
export interface OfflineQuery {
  client: QueryClient
  queryKey: QueryKey
  /** The offset of a later page of an infinite query. */
  pageParam?: unknown
}

/** A cached value. `at`: when it was fetched, in milliseconds of this device's clock. */
export interface Cached<T> {
  at: number
  value: T
}
export interface CachedTickets {
  issued: IssuedTicket[]
  joined: Event[]
}

/** A comment on a thread or a reaction to it. `parent`: the comment that is replied to. */
export type ThreadAction = { room: string; thread: string } & (
  | { what: 'comment'; text: string; parent: string | null }
  | { what: 'reaction'; on: boolean }
)

/** An action for the server. `ticket`: the id of an issued ticket. */
export type OutboxAction = { what: 'tear'; ticket: string } | ThreadAction
/** An action in the outbox. Its id is the idempotency key of its request. The properties are stored in IndexedDB. */
export interface OutboxItem {
  id: string
  /** ISO 8601, by this device's clock. */
  at: string
  work: OutboxAction
  /** The server's message if it rejected the action. The item stays until its user has seen it. */
  refused: string | null
}
export interface Outbox {
  /** In the order of sending; null until the database was read. */
  items: Store<readonly OutboxItem[] | null>
  add: (work: OutboxAction) => Promise<unknown>
  remove: (id: string) => Promise<unknown>
}

/** Pictures of forms that are not submitted yet, by ids that the forms generate. */
export interface DraftPictures {
  put: (id: string, file: File) => Promise<unknown>
  /** Null if it was deleted. */
  get: (id: string) => Promise<File | null>
  remove: (id: string) => Promise<unknown>
}

/** What this device kept of lotteries before their outcome, by the ticket that is drawn. */
export interface KeptDraws {
  get: (ticketId: string) => Promise<KeptDraw | null>
  change: (ticketId: string, next: (kept: KeptDraw | null) => KeptDraw) => Promise<unknown>
}

/** The key pair that binds tickets to this browser. */
export interface DeviceKey {
  /** Raw, 65 bytes. */
  publicKey: Uint8Array<ArrayBuffer>
  /** The form in which a ticket's credential names the key. */
  thumbprint: Uint8Array
  sign: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>
}

/** What this browser stores about its user. No method throws. */
export interface Device {
  /** The opaque id of the member who is logged in on this device; null after a logout. */
  member: () => string | null
  setMember: (id: string | null) => void
  /** The cached profile of that member. */
  readCachedMember: () => Promise<User | null>
  /** After a login: stores the member, and deletes the data of any other member. */
  cacheMember: (user: User) => void
  /** Deletes all data of the member. */
  clear: () => Promise<unknown>
  /** A logout happened here whose request has not reached the server. */
  isLogoutPending: () => boolean
  setLogoutPending: (on: boolean) => void
  /** Null if its code could not be loaded. */
  offlineStore: () => Promise<OfflineStore | null>
  /** Runs a query's call. Without an answer, the query gets its cached copy. */
  withOfflineFallback: <T>(context: OfflineQuery, call: () => Promise<T>) => Promise<T>
}

/** Caches answers in IndexedDB and serves them offline. Its code is loaded on first use. */
export interface OfflineStore {
  readCachedMember: Device['readCachedMember']
  cacheMember: (user: User) => Promise<unknown>
  clear: Device['clear']
  withOfflineFallback: Device['withOfflineFallback']
  /** Resolves once each running query shows its cached copy, if it may be shown before the network answers. */
  copiesAreShown: () => Promise<void>
  /** Caches all tickets without their pages having been visited. */
  prefetchTickets: () => Promise<void>
  /** The tickets that the ticket box shows offline. */
  cachedTickets: () => Promise<CachedTickets>
  /** Writes a changed ticket at once, without waiting for its next query. */
  cacheTicket: (issued: IssuedTicket) => Promise<unknown>
  /** Stores the member's page as it is shown, by `snapshotKey`. */
  putSnapshot: (member: string, key: string, value: PageSnapshot) => Promise<unknown>
  /** Generated on first use; null without IndexedDB. */
  deviceKey: () => Promise<DeviceKey | null>
  outbox: Outbox
  draftPictures: DraftPictures
  keptDraws: KeptDraws
  /** Most recently visited first. */
  visitedRooms: () => Promise<Cached<Room>[]>
}

const MEMBER_KEY = 'room.member'
const LEAVING_KEY = 'room.leaving'
/** What was searched on this device. */
export const SEARCHES_KEY = 'room.searches'

/** This browser. `load` fetches the code of the offline store. */
export function createDevice(load: () => Promise<OfflineStore>): Device {
  let run: Device['withOfflineFallback'] = (_, call) => call()
  let loading: Promise<OfflineStore | null> | undefined
  const offlineStore = () =>
    (loading ??= load().then((loaded) => {
      run = (context, call) => loaded.withOfflineFallback(context, call)
      return loaded
    }, warn))
  /** A failure of the offline store is logged and affects nothing else. */
  const ask = async <T>(work: (store: OfflineStore) => Promise<T>): Promise<T | null> => {
    const loaded = await offlineStore()
    return loaded && work(loaded).catch(warn)
  }
  const member = () => safeLocalStorage.read(MEMBER_KEY)
  const setMember = (id: string | null) => {
    const before = member()
    if (before !== null && before !== id) safeLocalStorage.remove(SEARCHES_KEY)
    if (id === null) safeLocalStorage.remove(MEMBER_KEY)
    else safeLocalStorage.write(MEMBER_KEY, id)
  }
  return {
    member,
    offlineStore,
    setMember,
    readCachedMember: () => ask((store) => store.readCachedMember()),
    cacheMember(user) {
      const before = member()
      setMember(user.id)
      void ask(async (store) => {
        // Another member logged in: delete the data of the previous one, with form drafts and push notifications.
        if (before !== null && before !== user.id) await store.clear()
        await store.cacheMember(user)
      })
    },
    async clear() {
      const before = member()
      // The cache before the id: a power cut in between leaves an id without tickets, not tickets without an id.
      await ask((store) => store.clear())
      // A slow database may end here after another person has logged in.
      if (member() === before) setMember(null)
      await ask((store) => store.clear())
    },
    isLogoutPending: () => safeLocalStorage.read(LEAVING_KEY) !== null,
    setLogoutPending: (on) =>
      on ? safeLocalStorage.write(LEAVING_KEY, '1') : safeLocalStorage.remove(LEAVING_KEY),
    withOfflineFallback: (context, call) => run(context, call),
  }
}

function warn(error: unknown) {
  console.warn(error)
  return null
}
