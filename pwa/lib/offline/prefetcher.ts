import type { QueryClient } from '@tanstack/react-query'
import type { Session } from '../api/user-session.ts'
import type { OfflineCache } from './offline-cache.ts'
import { prefetchMessages } from './prefetch-messages.ts'
import { prefetchNews } from './prefetch-news.ts'
import { prefetchTickets } from './prefetch-tickets.ts'

/** Whether the page plays a film or a stream, which needs the line for itself. */
const isWatching = () => document.querySelector('video') !== null

/**
 * Prefetches what a member needs offline: tickets, and unless the user watches a stream or saves data, news and
 * messages.
 */
export class Prefetcher {
  readonly #session: Session
  readonly #client: QueryClient
  readonly #cache: OfflineCache
  #running: { userId: string; done: Promise<void> } | null = null

  constructor(session: Session, client: QueryClient, cache: OfflineCache) {
    this.#session = session
    this.#client = client
    this.#cache = cache
  }

  /**
   * Resolves once the member's tickets are cached, or could not be. Concurrent calls share one run. `isStart`: what the
   * page has asked for meanwhile is not asked for again.
   */
  async run(isStart: boolean): Promise<void> {
    const { store, call, device } = this.#session
    const queries = isStart ? { client: this.#client, device } : null
    const state = store.get()
    if (state.at !== 'member') return
    const { user } = state
    if (this.#running?.userId !== user.id) {
      const isCurrent = () => {
        const now = store.get()
        return now.at === 'member' && now.user.id === user.id && !device.isLogoutPending()
      }
      const done = prefetchTickets(this.#cache, queries, call, user, isCurrent)
      const running = { userId: user.id, done }
      this.#running = running
      const end = () => {
        if (this.#running === running) this.#running = null
      }
      done.then(end, end)
      // Not awaited: the tickets are what the ticket box waits for.
      done
        .then(async () => {
          const isFree = () => isCurrent() && !isWatching()
          if (isFree()) await prefetchNews(this.#cache, call, isFree)
          if (isFree()) await prefetchMessages(this.#cache, call, isFree)
        })
        .catch(console.info)
    }
    // Offline: the next start of the app fetches again.
    await this.#running?.done.catch((error: unknown) => console.info(error))
  }
}
