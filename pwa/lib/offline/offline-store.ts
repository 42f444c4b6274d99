import type { QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/account/calls.ts'
import type { IssuedTicket } from '#contract/tickets/calls.ts'
import type { Session } from '../api/user-session.ts'
import type { DraftPictures, KeptDraws, OfflineQuery, OfflineStore, Outbox } from '../device.ts'
import { clearFormDrafts } from '../forms/form-drafts.ts'
import type { PageSnapshot } from '../page-snapshot.ts'
import { clearShared, readShared } from '../shared-content.ts'
import { ActionOutbox } from './action-outbox.ts'
import { cachedMemberId, readCachedMember, VISITOR } from './database.ts'
import { loadDeviceKey } from './device-key.ts'
import { OfflineCache } from './offline-cache.ts'
import { Prefetcher } from './prefetcher.ts'
import { unsubscribePush } from './push-registration.ts'
import { QueryCopies } from './query-copies.ts'
import { watchOtherTabs, watchReconnect } from './reconnect.ts'

/** Drafts older than this are deleted with the next write. */
const TTL_MS = 24 * 60 * 60_000

/** Pictures chosen in forms that are not submitted yet. In IndexedDB, as sessionStorage is too small for them. */
const createDraftPictures = (store: OfflineCache): DraftPictures => ({
  async put(id, file) {
    const { name, type } = file
    // Bytes instead of a File: some browsers lose stored Files in private windows.
    const bytes = await file.arrayBuffer()
    const db = await store.database()
    if (!db) throw new Error('IndexedDB is not available')
    const now = Date.now()
    const tx = db.transaction('drafts', 'readwrite')
    await tx.store.put({ at: now, value: { name, type, bytes } }, id)
    const old = IDBKeyRange.upperBound(now - TTL_MS)
    for (const key of await tx.store.index('at').getAllKeys(old)) await tx.store.delete(key)
    await tx.done
  },
  async get(id) {
    const draft = (await (await store.database())?.get('drafts', id))?.value
    return draft ? new File([draft.bytes], draft.name, { type: draft.type }) : null
  },
  remove: async (id) => (await store.database())?.delete('drafts', id),
})

const createKeptDraws = (store: OfflineCache): KeptDraws => ({
  get: async (ticketId) => (await (await store.database())?.get('draws', ticketId)) ?? null,
  async change(ticketId, next) {
    const tx = (await store.database())?.transaction('draws', 'readwrite')
    if (!tx) return
    await tx.store.put(next((await tx.store.get(ticketId)) ?? null), ticketId)
    await tx.done
  },
})

/** The offline store of this browser, in IndexedDB. */
export class IndexedDbStore implements OfflineStore {
  readonly outbox: Outbox
  readonly draftPictures: DraftPictures
  readonly keptDraws: KeptDraws
  readonly #session: Session
  readonly #cache: OfflineCache
  readonly #copies: QueryCopies
  readonly #prefetcher: Prefetcher
  /** A logout is under way: cache writes for the member are refused until the next login. */
  #isClearing = false
  /** The id of the member whose tickets are cached. */
  #entered: string | null = null

  constructor(session: Session, client: QueryClient) {
    this.#session = session
    this.#cache = new OfflineCache(
      () => ownerOf(session),
      () => (this.#isClearing ? null : session.device.member()),
    )
    this.#prefetcher = new Prefetcher(session, client, this.#cache)
    this.#copies = new QueryCopies(session, client, this.#cache)
    this.outbox = new ActionOutbox(session, client, this.#cache)
    this.draftPictures = createDraftPictures(this.#cache)
    this.keptDraws = createKeptDraws(this.#cache)
    watchReconnect(session, client)
    watchOtherTabs(session)
    this.#restoreMember().catch(console.warn)
    // Deletes what is older than a day.
    readShared().catch(console.warn)
  }

  async readCachedMember(): Promise<User | null> {
    const { device } = this.#session
    // Browsers flush localStorage late: after a power cut the id can be lost while IndexedDB is intact.
    const id = device.member() ?? (await cachedMemberId())
    const user = id === null || this.#isClearing ? null : await readCachedMember(id)
    if (user && !this.#isClearing && device.member() === null) device.setMember(user.id)
    return user
  }

  async cacheMember(user: User): Promise<void> {
    this.#isClearing = false
    await this.#cache.putMember(user)
    if (this.#entered === user.id) return
    this.#entered = user.id
    await this.#cache.clearOthers()
    await this.#prefetcher.run(true)
  }

  clear() {
    this.#isClearing = true
    clearFormDrafts()
    return Promise.all([
      this.#cache.clearOthers(),
      unsubscribePush(),
      clearShared().catch(console.warn),
    ])
  }

  withOfflineFallback<T>(context: OfflineQuery, call: () => Promise<T>): Promise<T> {
    return this.#copies.withFallback(context, call)
  }

  copiesAreShown() {
    return this.#copies.areShown()
  }

  prefetchTickets() {
    return this.#prefetcher.run(false)
  }

  cachedTickets() {
    return this.#cache.cachedTickets()
  }

  cacheTicket(issued: IssuedTicket) {
    return this.#cache.putItem('tickets', { at: Date.now(), value: issued })
  }

  putSnapshot(member: string, key: string, value: PageSnapshot) {
    return this.#cache.putSnapshot(member, key, { at: Date.now(), value })
  }

  deviceKey() {
    return loadDeviceKey(this.#cache)
  }

  async visitedRooms() {
    return (await this.#cache.rooms()).toSorted((a, b) => b.at - a.at)
  }

  /** Restores a member whose id is missing in localStorage while their database exists: a logout deletes both. */
  async #restoreMember(): Promise<void> {
    const { device, store } = this.#session
    if (store.get().at !== 'visitor' || device.member() !== null || device.isLogoutPending()) return
    if (await this.readCachedMember()) await this.#session.start()
  }
}

/** The id of the user whose cache is open. */
function ownerOf({ store, device }: Session): string {
  const state = store.get()
  if (state.at === 'member') return state.user.id
  return state.at === 'visitor' ? VISITOR : (device.member() ?? VISITOR)
}
