import type { Caller } from '#contract/http/caller.ts'
import type { Listed } from '#contract/http/types.ts'
import { DAY_MS, HOUR_MS } from '#contract/lib/durations.ts'
import { type Article, type Headline, news } from '#contract/news/calls.ts'
import { keyOf } from '../api/api.ts'
import { ALL_NEWS } from '../api/queries.ts'
import { visitedKey } from './cache-rules.ts'
import type { OfflineCache } from './offline-cache.ts'
import { savesData } from './saves-data.ts'

/** The list is fetched again after an hour, an article after a day: it may have been corrected. */
const LIST_AGE_MS = HOUR_MS
const ARTICLE_AGE_MS = DAY_MS
/** Texts and pictures that one run may fetch. */
const BYTES_MAX = 2_000_000

/** Caches the first page of the news with its articles and pictures, so that they open offline without a visit. */
export async function prefetchNews(
  cache: Pick<OfflineCache, 'read' | 'putVisited'>,
  call: Caller,
  isCurrent: () => boolean,
): Promise<void> {
  const isOlder = async (key: string, ageMs: number) => {
    const copy = await cache.read({ kind: 'visited', key })
    return !copy || Date.now() - copy.at > ageMs
  }
  const list = visitedKey(keyOf(news.listNews, ALL_NEWS))
  if (savesData() || !(await isOlder(list, LIST_AGE_MS))) return
  const page: Listed<Headline> = await call(news.listNews, ALL_NEWS)
  let left = BYTES_MAX
  for (const { slug } of page.items) {
    const input = { params: { slug } }
    const key = visitedKey(keyOf(news.getArticle, input))
    if (!(await isOlder(key, ARTICLE_AGE_MS))) continue
    if (left <= 0 || !isCurrent()) return
    const value: Article = await call(news.getArticle, input)
    await cache.putVisited(key, { at: Date.now(), value })
    left -= value.body_html.length + (await fetchPicture(value.image_path))
  }
  // Last: a run that was cut off starts again at the next start of the app.
  await cache.putVisited(list, { at: Date.now(), value: { pages: [page], pageParams: [0] } })
}

/** The service worker caches public pictures as they are fetched. Returns the bytes. */
async function fetchPicture(path: string | null): Promise<number> {
  if (!path) return 0
  const answer = await fetch(path)
  return (await answer.blob()).size
}
