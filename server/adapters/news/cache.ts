import { dropOldest } from '#contract/lib/drop-oldest.ts'
import { type Clock, isYoung } from '#server/ports/clock.ts'
import type { Log } from '#server/ports/log.ts'
import { type News, NewsDown, type PublishedHeadline, type Written } from '#server/ports/news.ts'

/** How long a cached response is used without a refresh. */
const FRESH_MS = 60_000
/** Pause after a failed request. */
const AGAIN_MS = 30_000
/** Number of cached articles, least recently used dropped first. */
const MAX_ENTRIES = 200

interface CacheEntry<T> {
  known: { value: T; at: number } | null
  running: Promise<T> | null
  failedAt: number
}
const nothing = <T>(): CacheEntry<T> => ({
  known: null,
  running: null,
  failedAt: Number.NEGATIVE_INFINITY,
})

/**
 * Stale-while-revalidate cache of an external news source: a cached response is returned at once and refreshed in the
 * background. A source that fails, is slow or answers nonsense leaves the cache as it is.
 */
export function newsCache(
  source: News,
  { clock, log, waitMs }: { clock: Clock; log: Log; waitMs: number },
): News {
  const listed = nothing<PublishedHeadline[]>()
  const articles = new Map<string, CacheEntry<Written | null>>()
  const now = () => clock.now().getTime()

  function refresh<T>(entry: CacheEntry<T>, ask: () => Promise<T>): void {
    entry.running = ask()
      .then((value) => {
        entry.known = { value, at: now() }
        return value
      })
      .catch((error: unknown) => {
        entry.failedAt = now()
        log.warn(
          { error: reasonOf(error) },
          'news could not be read: the cached articles are shown',
        )
        throw new NewsDown('news could not be read')
      })
      .finally(() => {
        entry.running = null
      })
    entry.running.catch(() => {})
  }

  async function answer<T>(entry: CacheEntry<T>, ask: () => Promise<T>): Promise<T> {
    const { known } = entry
    const isFresh = known !== null && isYoung(known.at, now(), FRESH_MS)
    const failedLately = isYoung(entry.failedAt, now(), AGAIN_MS)
    if (!isFresh && !entry.running && !failedLately) refresh(entry, ask)
    if (known) return known.value
    if (!entry.running) throw new NewsDown('news could not be read a moment ago')
    return inTime(entry.running, waitMs)
  }

  function articleOf(slug: string): CacheEntry<Written | null> {
    const entry = articles.get(slug) ?? nothing<Written | null>()
    articles.delete(slug) // Reinserted below as the most recently used.
    articles.set(slug, entry)
    dropOldest(articles, MAX_ENTRIES)
    return entry
  }

  return {
    list: () => answer(listed, source.list),
    find: (slug) => answer(articleOf(slug), () => source.find(slug)),
  }
}

/** Limits how long a page waits when nothing is cached. */
function inTime<T>(running: Promise<T>, waitMs: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new NewsDown('news do not come in time')), waitMs)
  return Promise.race([running, promise]).finally(() => clearTimeout(timer))
}

/** Error name without the response, whose text may contain anything. */
const reasonOf = (error: unknown) =>
  error instanceof Error && /^Contentful answered/.test(error.message)
    ? error.message
    : error instanceof Error
      ? error.name
      : 'unknown'
