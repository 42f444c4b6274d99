import { type Clock, isYoung } from '#server/ports/clock.ts'
import type { Log } from '#server/ports/log.ts'
import { type Headline, type News, NewsDown, type Written } from '#server/ports/news.ts'

/** So long what was answered holds without asking again. */
const FRESH_MS = 60_000
/** After a failure nobody is asked for so long. */
const AGAIN_MS = 30_000
/** Articles that are remembered: the latest asked for. */
const MAX_KEPT = 200

interface Kept<T> {
  known: { value: T; at: number } | null
  running: Promise<T> | null
  failedAt: number
}
const nothing = <T>(): Kept<T> => ({
  known: null,
  running: null,
  failedAt: Number.NEGATIVE_INFINITY,
})

/**
 * Remembers what a source elsewhere answered. Whoever asks is given that at once, and it is asked for anew behind them;
 * a source that fails, is slow or answers nonsense leaves what was known before.
 */
export function keptNews(
  source: News,
  { clock, log, waitMs }: { clock: Clock; log: Log; waitMs: number },
): News {
  const listed = nothing<Headline[]>()
  const articles = new Map<string, Kept<Written | null>>()
  const now = () => clock.now().getTime()

  function refresh<T>(kept: Kept<T>, ask: () => Promise<T>): void {
    kept.running = ask()
      .then((value) => {
        kept.known = { value, at: now() }
        return value
      })
      .catch((error: unknown) => {
        kept.failedAt = now()
        log.warn({ error: reasonOf(error) }, 'news could not be read: what is known is shown')
        throw new NewsDown('news could not be read')
      })
      .finally(() => {
        kept.running = null
      })
    kept.running.catch(() => {})
  }

  async function answer<T>(kept: Kept<T>, ask: () => Promise<T>): Promise<T> {
    const { known } = kept
    const isFresh = known !== null && isYoung(known.at, now(), FRESH_MS)
    const failedLately = isYoung(kept.failedAt, now(), AGAIN_MS)
    if (!isFresh && !kept.running && !failedLately) refresh(kept, ask)
    if (known) return known.value
    if (!kept.running) throw new NewsDown('news could not be read a moment ago')
    return inTime(kept.running, waitMs)
  }

  function articleOf(slug: string): Kept<Written | null> {
    const kept = articles.get(slug) ?? nothing<Written | null>()
    articles.delete(slug) // and back in as the newest
    articles.set(slug, kept)
    if (articles.size > MAX_KEPT) articles.delete(articles.keys().next().value!)
    return kept
  }

  return {
    list: () => answer(listed, source.list),
    find: (slug) => answer(articleOf(slug), () => source.find(slug)),
  }
}

/** A page waits no longer, where nothing is remembered. */
function inTime<T>(running: Promise<T>, waitMs: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new NewsDown('news do not come in time')), waitMs)
  return Promise.race([running, promise]).finally(() => clearTimeout(timer))
}

/** Without what was sent: an address holds no secret of ours, but a text of theirs may hold anything. */
const reasonOf = (error: unknown) =>
  error instanceof Error && /^Contentful answered/.test(error.message)
    ? error.message
    : error instanceof Error
      ? error.name
      : 'unknown'
