import type { Query, QueryClient } from '@tanstack/react-query'
import { RequestError, Unreachable } from '#contract/http/caller.ts'
import { OFFLINE_AFTER_MS } from '#contract/shared/limits.ts'
import type { Session } from '../api/user-session.ts'
import type { OfflineQuery } from '../device.ts'
import { propertiesOf } from '../unknown.ts'
import { type CacheSlot, cacheSlot, visitedKey } from './cache-rules.ts'
import type { Item, OfflineCache, Pages } from './offline-cache.ts'

/** Caches the answers of queries, and fills queries with their copies when the server does not answer. */
export class QueryCopies {
  readonly #session: Session
  readonly #client: QueryClient
  readonly #cache: OfflineCache
  /** Copies that are being read, to be shown before the network answers. */
  readonly #reading = new Set<Promise<unknown>>()

  constructor(session: Session, client: QueryClient, cache: OfflineCache) {
    this.#session = session
    this.#client = client
    this.#cache = cache
    const queries = client.getQueryCache()
    queries.subscribe((change) => {
      if (change.type !== 'updated' || change.action.type !== 'success') return
      if (change.action.manual || this.#isOffline()) return
      // The query was removed when its session ended: its late answer belongs to no current user.
      if (queries.get(change.query.queryHash) !== change.query) return
      this.#write(change.query).catch(console.warn)
    })
    for (const query of queries.getAll()) this.#write(query).catch(console.warn)
  }

  /** Runs a query's call. Without an answer, the query gets its copy. */
  async withFallback<T>(context: OfflineQuery, call: () => Promise<T>): Promise<T> {
    const slot = cacheSlot(context.queryKey)
    if (!slot || context.pageParam) return call()
    const noAnswer = new Unreachable('no answer')
    if (this.#isOffline()) {
      // Without a token the server would answer as to a visitor, and the ticket would vanish from the page.
      const isShown = await this.#show(context, slot, noAnswer).catch(console.warn)
      // The server answers visitors without a session: anything that is not cached is loaded as a visitor.
      if (this.#isSessionLost() && !isShown) return call()
      throw noAnswer
    }
    let shown: Promise<'data' | 'copy' | null> | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    if (slot.atOnce) {
      const reading = this.#show(context, slot, null).catch(() => null)
      shown = reading
      this.#reading.add(reading)
      void reading.then(() => this.#reading.delete(reading))
    } else
      timer = setTimeout(() => {
        shown = this.#show(context, slot, noAnswer).catch(() => null)
      }, OFFLINE_AFTER_MS)
    try {
      return await call()
    } catch (error) {
      if (!allowsCached(error, slot)) {
        // Its reader lost the access, or it was deleted.
        if ((await shown) === 'copy') this.#hide(context)
        throw error
      }
      throw (await this.#show(context, slot, noAnswer).catch(console.warn)) ? noAnswer : error
    } finally {
      clearTimeout(timer)
    }
  }

  /** Resolves once no query waits for its copy any more. */
  async areShown(): Promise<void> {
    await Promise.all(this.#reading)
  }

  #isOffline(): boolean {
    const { store, device } = this.#session
    return store.get().at === 'offline' && device.member() !== null
  }

  #isSessionLost(): boolean {
    const state = this.#session.store.get()
    return state.at === 'offline' && state.reason === 'session-lost'
  }

  async #write({ queryKey, state: { data, dataUpdatedAt: at } }: Query): Promise<void> {
    const slot = cacheSlot(queryKey)
    if (!slot || data === undefined || !this.#isForReader(slot)) return
    // The key names the call that answered, and with it the type of the answer.
    if (slot.kind === 'list') return this.#cache.putList(slot.store, (data as Pages).pages, at)
    if (slot.kind === 'item' && (slot.store === 'tickets' || propertiesOf(data).joined))
      return this.#cache.putItem(slot.store, { at, value: data as Item })
    // An event without `joined` may be a visitor's answer, fetched before the login: it must not delete a cached ticket.
    // Only the complete list of tickets deletes one.
    return this.#cache.putVisited(visitedKey(queryKey), { at, value: firstPage(data) })
  }

  /**
   * Fills a query that has no data with its copy. Returns what the query has afterwards: its earlier `data`, the
   * `copy`, or null.
   */
  async #show(
    { queryKey }: OfflineQuery,
    slot: CacheSlot,
    error: Unreachable | null,
  ): Promise<'data' | 'copy' | null> {
    const query = this.#client.getQueryCache().find({ queryKey, exact: true })
    if (!query) return null
    if (query.state.data !== undefined) return 'data'
    if (!this.#isForReader(slot) || (slot.maxAgeMs !== undefined && error)) return null
    const copy =
      (await this.#cache.read(slot)) ??
      (await this.#cache.read({ kind: 'visited', key: visitedKey(query.queryKey) }))
    if (!copy || Date.now() - copy.at > (slot.maxAgeMs ?? Number.POSITIVE_INFINITY)) return null
    if (query.state.data !== undefined) return 'data'
    query.setState({
      data: copy.value,
      dataUpdatedAt: copy.at,
      ...(error ? { error, status: 'error' } : { status: 'success' }),
    })
    return 'copy'
  }

  /** What has a maximum age is for a member's start. */
  #isForReader({ maxAgeMs }: CacheSlot): boolean {
    return maxAgeMs === undefined || this.#session.device.member() !== null
  }

  #hide({ queryKey }: OfflineQuery): void {
    this.#client
      .getQueryCache()
      .find({ queryKey, exact: true })
      ?.setState({ data: undefined, dataUpdatedAt: 0, status: 'pending' })
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
