import type { Query, QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/account/calls.ts'
import { RequestError, Unreachable } from '#contract/caller.ts'
import { OFFLINE_AFTER_MS } from '#contract/limits.ts'
import type { Session } from '../api/session.tsx'
import type { OfflineQuery, OfflineStore } from '../device.ts'
import { clearFormDrafts } from '../forms/form-drafts.ts'
import { propertiesOf } from '../unknown.ts'
import { createOfflineCache, type Item, type Pages } from './cache.ts'
import { type CacheSlot, cacheSlot, visitedKey } from './cache-rules.ts'
import { cachedMemberId, readCachedMember, VISITOR } from './database.ts'
import { loadDeviceKey } from './device-key.ts'
import { createDraftPictures } from './draft-pictures.ts'
import { createOutbox } from './outbox.ts'
import { prefetchNews } from './prefetch-news.ts'
import { prefetchTickets } from './prefetch-tickets.ts'
import { unsubscribePush } from './push-registration.ts'
import { watchOtherTabs, watchReconnect } from './reconnect.ts'

/** Caches successful query answers in IndexedDB and serves them when the server does not answer. */
export function createOfflineStore(session: Session, client: QueryClient): OfflineStore {
  const { device } = session
  const stateNow = () => session.store.get().at
  const isOffline = () => stateNow() === 'offline' && device.member() !== null
  const isSessionLost = () => {
    const state = session.store.get()
    return state.at === 'offline' && state.reason === 'session-lost'
  }
  /** A logout is under way: cache writes for the member are refused until the next login. */
  let isClearing = false
  const store = createOfflineCache(
    () => {
      const state = session.store.get()
      if (state.at === 'member') return state.user.id
      return state.at === 'visitor' ? VISITOR : (device.member() ?? VISITOR)
    },
    () => (isClearing ? null : device.member()),
  )
  let entered: string | null = null
  let fetching: { userId: string; done: Promise<void> } | null = null

  async function fetchAll() {
    const state = session.store.get()
    if (state.at !== 'member') return
    const { user } = state
    if (fetching?.userId !== user.id) {
      const isCurrent = () => {
        const now = session.store.get()
        return now.at === 'member' && now.user.id === user.id
      }
      const done = prefetchTickets(store, session.call, user, isCurrent)
      const current = { userId: user.id, done }
      fetching = current
      const end = () => {
        if (fetching === current) fetching = null
      }
      done.then(end, end)
      // Not awaited: the tickets are what the ticket box waits for.
      done.then(() => prefetchNews(store, session.call, isCurrent)).catch(console.info)
    }
    // Offline: the next start of the app fetches again.
    await fetching?.done.catch((error: unknown) => console.info(error))
  }

  async function cacheQuery(query: Query) {
    const slot = cacheSlot(query.queryKey)
    const { data, dataUpdatedAt: at } = query.state
    if (!slot || data === undefined) return
    // The key names the call that answered, and with it the type of the answer.
    if (slot.kind === 'list') return store.putList(slot.store, (data as Pages).pages, at)
    if (slot.kind === 'item' && (slot.store === 'tickets' || propertiesOf(data).joined))
      return store.putItem(slot.store, { at, value: data as Item })
    // An event without `joined` may be a visitor's answer, fetched before the login: it must not delete a cached ticket.
    // Only the complete list of tickets deletes one.
    return store.putVisited(visitedKey(query.queryKey), { at, value: firstPage(data) })
  }

  client.getQueryCache().subscribe((change) => {
    if (change.type !== 'updated' || change.action.type !== 'success') return
    if (change.action.manual || isOffline()) return
    // The query was removed when its session ended: its late answer belongs to no current user.
    if (client.getQueryCache().get(change.query.queryHash) !== change.query) return
    cacheQuery(change.query).catch(console.warn)
  })
  for (const query of client.getQueryCache().getAll()) cacheQuery(query).catch(console.warn)
  const outbox = createOutbox(session, client, store)
  watchReconnect(session, client)
  watchOtherTabs(session)

  async function restoreCachedMember(): Promise<User | null> {
    // Browsers flush localStorage late: after a power cut the id can be lost while IndexedDB is intact.
    const id = device.member() ?? (await cachedMemberId())
    const user = id === null || isClearing ? null : await readCachedMember(id)
    if (user && !isClearing && device.member() === null) device.setMember(user.id)
    return user
  }
  /** Restores a member whose id is missing in localStorage while their database exists: a logout deletes both. */
  async function restoreMember() {
    if (stateNow() !== 'visitor' || device.member() !== null || device.isLogoutPending()) return
    if (await restoreCachedMember()) await session.start()
  }
  restoreMember().catch(console.warn)

  /**
   * Fills a query that has no data with its cached copy. Returns what the query has afterwards: its earlier `data`,
   * the `copy`, or null.
   */
  async function showCached(
    context: OfflineQuery,
    slot: CacheSlot,
    error: Unreachable | null,
  ): Promise<'data' | 'copy' | null> {
    const query = client.getQueryCache().find({ queryKey: context.queryKey, exact: true })
    if (!query) return null
    if (query.state.data !== undefined) return 'data'
    const copy =
      (await store.read(slot)) ??
      (await store.read({ kind: 'visited', key: visitedKey(query.queryKey) }))
    if (!copy) return null
    if (query.state.data !== undefined) return 'data'
    query.setState({
      data: copy.value,
      dataUpdatedAt: copy.at,
      ...(error ? { error, status: 'error' } : { status: 'success' }),
    })
    return 'copy'
  }
  const hideCopy = ({ queryKey }: OfflineQuery) =>
    client
      .getQueryCache()
      .find({ queryKey, exact: true })
      ?.setState({ data: undefined, dataUpdatedAt: 0, status: 'pending' })

  return {
    readCachedMember: restoreCachedMember,
    clear() {
      isClearing = true
      clearFormDrafts()
      return Promise.all([store.clearOthers(), unsubscribePush()])
    },
    cachedTickets: () => store.cachedTickets(),
    cacheTicket: (issued) => store.putItem('tickets', { at: Date.now(), value: issued }),
    deviceKey: () => loadDeviceKey(store),
    outbox,
    draftPictures: createDraftPictures(store),
    visitedRooms: async () => (await store.rooms()).toSorted((a, b) => b.at - a.at),
    prefetchTickets: fetchAll,
    async cacheMember(user: User) {
      isClearing = false
      await store.putMember(user)
      if (entered === user.id) return
      entered = user.id
      await store.clearOthers()
      await fetchAll()
    },

    async withOfflineFallback(context, call) {
      const slot = cacheSlot(context.queryKey)
      if (!slot || context.pageParam) return call()
      const noAnswer = new Unreachable('no answer')
      if (isOffline()) {
        // Without a token the server would answer as to a visitor, and the ticket would vanish from the page.
        const isShown = await showCached(context, slot, noAnswer).catch(console.warn)
        // The server answers visitors without a session: anything that is not cached is loaded as a visitor.
        if (isSessionLost() && !isShown) return call()
        throw noAnswer
      }
      let shown: ReturnType<typeof showCached> | undefined
      const show = () => {
        shown = showCached(context, slot, slot.atOnce ? null : noAnswer).catch(() => null)
      }
      const timer = setTimeout(show, slot.atOnce ? 0 : OFFLINE_AFTER_MS)
      try {
        return await call()
      } catch (error) {
        if (!allowsCached(error, slot)) {
          // Its reader lost the access, or it was deleted.
          if ((await shown) === 'copy') hideCopy(context)
          throw error
        }
        throw (await showCached(context, slot, noAnswer).catch(console.warn)) ? noAnswer : error
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/** Only the first page of an infinite query is cached. */
function firstPage(data: unknown): unknown {
  const { pages, pageParams } = propertiesOf(data)
  return Array.isArray(pages) && Array.isArray(pageParams)
    ? { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) }
    : data
}

/**
 * Whether a failed call may be answered from the cache. Tickets: also after a 401 or 403. Visited pages: not then, as
 * their reader may have lost the right to see them.
 */
function allowsCached(error: unknown, { kind }: CacheSlot): boolean {
  if (!(error instanceof RequestError)) return error instanceof Unreachable
  const { status } = error
  if (status >= 500 || status === 408 || status === 429) return true
  return kind !== 'visited' && (status === 401 || status === 403)
}
