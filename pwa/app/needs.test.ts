import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { type Caller, RequestError } from '#contract/http/caller.ts'
import { news } from '#contract/news/calls.ts'
import { pageUrl } from '#contract/site/page-params.ts'
import { keyOf } from '#pwa/lib/api/api.ts'
import { COMING, HEADLINES } from '#pwa/lib/api/queries.ts'
import { needs } from './needs.ts'
import { routes } from './routes.ts'

const callWith = (status: number) =>
  (async (endpoint: { path: string }) => {
    if (endpoint.path === news.listNews.path) throw new RequestError(status, 'しばらくして')
    return { items: [], next: null }
  }) as unknown as Caller
const load = async (client: QueryClient, call: Caller) =>
  Promise.all(needs['/']!({}, new URLSearchParams()).map((fill) => fill(client, call)))

it('renders the home page without the news if their call fails, and leaves them to the browser', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await load(client, callWith(503))
  expect(client.getQueryState(keyOf(news.listNews, HEADLINES))).toBeUndefined()
  expect(client.getQueryData(keyOf(events.listEvents, COMING))).toBeDefined()
})

it('fails for a call that is refused', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await expect(load(client, callWith(422))).rejects.toMatchObject({ status: 422 })
})

it('keeps each query parameter that a rendered page reads, and no other', () => {
  for (const { path, module } of routes) {
    const file = join(import.meta.dirname, '..', `${module}`)
    if (!needs[path] || !existsSync(file)) continue
    const source = readFileSync(file, 'utf8')
    const names = [...source.matchAll(/(?:search|params)\.get\('(\w+)'\)/g)].map(([, name]) => name)
    const pathname = path.replaceAll(/:\w+/g, 'a')
    const query = [...new Set(names)].map((name) => `${name}=b`).join('&')
    const kept = query ? `${pathname}?${query}` : pathname
    expect(pageUrl(pathname, `?${query}&utm_source=line`)).toBe(kept)
  }
})

it('keeps who goes, which the cards of events and entry tickets show', () => {
  for (const what of ['event', 'e_ticket']) {
    const path = `/community/aoi/${what}/1`
    expect(pageUrl(path, '?going=1&utm_source=line')).toBe(`${path}?going=1`)
  }
})
