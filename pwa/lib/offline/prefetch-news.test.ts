import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Caller } from '#contract/http/caller.ts'
import { DAY_MS, HOUR_MS } from '#contract/lib/durations.ts'
import { news } from '#contract/news/calls.ts'
import { keyOf } from '../api/api.ts'
import type { Cached } from '../device.ts'
import type { CachePlace } from './cache-rules.ts'
import { prefetchNews } from './prefetch-news.ts'

const NOW = Date.parse('2026-11-27T00:00:00Z')
const LIST = JSON.stringify(keyOf(news.listNews, {}))
const keyOfArticle = (slug: string) => JSON.stringify(keyOf(news.getArticle, { params: { slug } }))

/** A cache with these entries, and a site with three articles. */
function site(known: Record<string, number> = {}, bodyBytes = 10) {
  const cache = new Map<string, Cached<unknown>>(
    Object.entries(known).map(([key, at]) => [key, { at, value: 'old' }]),
  )
  const requests: string[] = []
  const call = (async (endpoint: unknown, input: { params?: { slug: string } }) => {
    const slug = input.params?.slug
    requests.push(slug ?? 'list')
    if (endpoint === news.listNews)
      return { items: ['a', 'b', 'c'].map((slug) => ({ slug })), total: 3, next: null }
    return { slug, body_html: 'x'.repeat(bodyBytes), image_path: `/${slug}.webp` }
  }) as unknown as Caller
  const store = {
    read: async (slot: CachePlace) => (slot.kind === 'visited' ? cache.get(slot.key) : undefined),
    putVisited: async (key: string, copy: Cached<unknown>) => void cache.set(key, copy),
  }
  return { cache, requests, run: (isCurrent = () => true) => prefetchNews(store, call, isCurrent) }
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  vi.stubGlobal('fetch', async () => new Response(new Uint8Array(1_000)))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('prefetch of news', () => {
  it('caches the list and its articles as the pages read them', async () => {
    const { cache, run } = site()
    await run()
    expect([...cache.keys()]).toEqual([...['a', 'b', 'c'].map(keyOfArticle), LIST])
    expect(cache.get(keyOfArticle('a'))).toMatchObject({ at: NOW, value: { slug: 'a' } })
    expect(cache.get(LIST)?.value).toMatchObject({ pages: [{ total: 3 }], pageParams: [0] })
  })

  it('fetches only what is missing or old', async () => {
    const { requests, run } = site({
      [LIST]: NOW - HOUR_MS - 1,
      [keyOfArticle('a')]: NOW - DAY_MS + 1,
      [keyOfArticle('b')]: NOW - DAY_MS - 1,
    })
    await run()
    expect(requests).toEqual(['list', 'b', 'c'])
  })

  it('does nothing within an hour, or if the user saves data', async () => {
    const recent = site({ [LIST]: NOW - HOUR_MS + 1 })
    await recent.run()
    vi.stubGlobal('navigator', { connection: { saveData: true } })
    const saving = site()
    await saving.run()
    expect([recent.requests, saving.requests]).toEqual([[], []])
  })

  it('stops at two megabytes, and continues at the next start', async () => {
    const { requests, cache, run } = site({}, 1_999_000)
    await run()
    expect(requests).toEqual(['list', 'a'])
    expect(cache.has(LIST)).toBe(false)
    await run()
    expect(requests).toEqual(['list', 'a', 'list', 'b'])
  })

  it('stops when another member has logged in', async () => {
    const { requests, run } = site()
    await run(() => false)
    expect(requests).toEqual(['list'])
  })
})
