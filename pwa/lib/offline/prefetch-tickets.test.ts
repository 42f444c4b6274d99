import { expect, it } from 'vitest'
import type { User } from '#contract/account.ts'
import type { OfflineCache } from './cache.ts'
import { prefetchTickets } from './prefetch-tickets.ts'

const user = { id: 'u1', icon_image_small_path: null } as User
const empty = { items: [], total: 0, next: null }

/** Which lists were written while `isCurrent` answered so. */
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

it('writes the lists of the member who is logged in', async () => {
  expect(await written(() => true)).toEqual(['events', 'tickets'])
})

it('writes nothing of a member whom another has followed before the answers came', async () => {
  expect(await written(() => false)).toEqual([])
})
