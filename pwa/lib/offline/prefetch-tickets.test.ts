import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import { events } from '#contract/events/calls.ts'
import { need } from '../api/api.ts'
import { HELD } from '../api/queries.ts'
import { noDevice } from '../no-device.ts'
import type { OfflineCache } from './offline-cache.ts'
import { prefetchTickets } from './prefetch-tickets.ts'

const user = { id: 'u1', icon_image_small_path: null } as User
const empty = { items: [], total: 0, next: null }

/** The lists that are written if `isCurrent` returns this. */
async function written(isCurrent: () => boolean) {
  const lists: string[] = []
  const store = {
    list: async () => undefined,
    putList: async (shelf: string) => void lists.push(shelf),
    cachedTickets: async () => ({ issued: [], joined: [] }),
    mayCache: () => false,
  } as unknown as OfflineCache
  await prefetchTickets(store, null, (async () => empty) as never, user, isCurrent)
  return lists.sort()
}

it('writes the lists of the logged-in member', async () => {
  expect(await written(() => true)).toEqual(['events', 'tickets'])
})

it('writes nothing if another member has logged in before the responses arrive', async () => {
  expect(await written(() => false)).toEqual([])
})

it('asks for nothing that the page has just loaded, and otherwise for everything', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 15_000 } } })
  const call = vi.fn(async () => empty)
  const store = {
    list: async () => undefined,
    putList: async () => {},
    cachedTickets: async () => ({ issued: [], joined: [] }),
    mayCache: () => false,
  } as unknown as OfflineCache
  const run = (shared: QueryClient | null) =>
    prefetchTickets(
      store,
      shared && { client: shared, device: noDevice },
      call as never,
      user,
      () => true,
    )
  await need(events.listJoined, HELD)(client, call as never)
  expect(call).toHaveBeenCalledTimes(1)
  await run(client)
  expect(call).toHaveBeenCalledTimes(2)
  await run(null)
  expect(call).toHaveBeenCalledTimes(4)
})
