import { expect, it } from 'vitest'
import type { User } from '#contract/account/calls.ts'
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
  await prefetchTickets(store, (async () => empty) as never, user, isCurrent)
  return lists.sort()
}

it('writes the lists of the logged-in member', async () => {
  expect(await written(() => true)).toEqual(['events', 'tickets'])
})

it('writes nothing if another member has logged in before the responses arrive', async () => {
  expect(await written(() => false)).toEqual([])
})
