import type { QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/account/calls.ts'
import { type Event, events } from '#contract/events/calls.ts'
import type { Caller } from '#contract/http/caller.ts'
import type { Listed } from '#contract/http/types.ts'
import { LIST_MAX } from '#contract/shared/limits.ts'
import { type IssuedTicket, tickets } from '#contract/tickets/calls.ts'
import { CACHED_PICTURES_MAX } from '#contract/tickets/limits.ts'
import { keyOf, need } from '../api/api.ts'
import { HELD } from '../api/queries.ts'
import type { Device } from '../device.ts'
import { databaseName, type ListStore } from './database.ts'
import { mustFetchRest } from './lists.ts'
import type { OfflineCache, Pages } from './offline-cache.ts'

const calls = { tickets: tickets.listIssued, events: events.listJoined }
const firstPages = {
  tickets: need(tickets.listIssued, HELD),
  events: need(events.listJoined, HELD),
}

/** The queries of the page, with the cached copies that they show meanwhile. */
interface Queries {
  client: QueryClient
  device: Pick<Device, 'withOfflineFallback'>
}

/**
 * Caches the tickets of a member with their pictures, so that they open offline without having been visited. Nothing is
 * written once `isCurrent` is false: the store is that of the member who is logged in by then. `queries`: what they
 * have just loaded is not asked for again; null: everything is.
 */
export async function prefetchTickets(
  store: OfflineCache,
  queries: Queries | null,
  call: Caller,
  user: User,
  isCurrent: () => boolean,
): Promise<void> {
  const shelves = ['tickets', 'events'] as const
  await Promise.all(shelves.map((shelf) => fetchList(store, queries, call, shelf, isCurrent)))
  if (!isCurrent()) return
  const pictures = await picturesOf(store)
  await cachePictures(user.id, [user.icon_image_small_path, ...pictures], (id) =>
    store.mayCache(id),
  )
}

/** The first page of a list, by the query which a page may have asked already. */
async function sharedFirst({ client, device }: Queries, call: Caller, shelf: ListStore) {
  await firstPages[shelf](client, call, device)
  return client.getQueryData<Pages>(keyOf(calls[shelf], HELD))?.pages[0]
}

async function fetchList(
  store: OfflineCache,
  queries: Queries | null,
  call: Caller,
  shelf: ListStore,
  isCurrent: () => boolean,
) {
  const old = await store.list(shelf)
  const at = Date.now()
  const first = queries ? await sharedFirst(queries, call, shelf) : await call(calls[shelf], HELD)
  if (!first || !isCurrent()) return
  const pages: Listed<IssuedTicket | Event>[] = [first]
  let offset = mustFetchRest(old, first, at) ? first.next : null
  while (offset !== null) {
    const page: Listed<IssuedTicket | Event> = await call(calls[shelf], {
      query: { limit: LIST_MAX, offset },
    })
    pages.push(page)
    offset = page.next
  }
  if (isCurrent()) await store.putList(shelf, pages, at)
}

/** The picture path of each cached ticket; null for one without a picture. */
async function picturesOf(store: OfflineCache) {
  const { issued, joined } = await store.cachedTickets()
  return [
    ...issued.map(({ ticket }) => ticket.image_path),
    ...joined.map(({ thumbnail_image_path }) => thumbnail_image_path),
  ]
}

/** Caches these pictures for a user and deletes the others. A picture that fails to load is fetched the next time. */
async function cachePictures(
  id: string,
  paths: (string | null)[],
  mayCache: (id: string) => boolean,
): Promise<void> {
  const urls = new Set(
    paths
      .flatMap((path) => (path ? [new URL(path, location.origin).href] : []))
      .slice(0, CACHED_PICTURES_MAX),
  )
  if (!mayCache(id)) return
  const cache = await caches.open(databaseName(id))
  const known = new Set<string>()
  for (const request of await cache.keys())
    if (urls.has(request.url)) known.add(request.url)
    else await cache.delete(request)
  for (const url of urls) {
    if (known.has(url) || !mayCache(id)) continue
    const answer = await fetch(url)
    const isPicture = answer.ok && answer.headers.get('content-type')?.startsWith('image/')
    if (isPicture && mayCache(id)) await cache.put(url, answer)
  }
  if (!mayCache(id)) await caches.delete(databaseName(id))
}
