import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import { Session } from '../api/user-session.ts'
import { noDevice } from '../no-device.ts'
import type { OfflineCache } from './offline-cache.ts'
import { Prefetcher } from './prefetcher.ts'

const user = { id: 'u1', icon_image_small_path: null } as User

/** The paths of the requests of one run. */
async function requestedPaths(client = new QueryClient(), isLogoutPending = () => false) {
  const paths: string[] = []
  const session = new Session(
    async (url) => {
      paths.push(new URL(url, 'http://localhost').pathname.split('/').at(-1) ?? '')
      return Response.json([], { headers: { 'x-total-count': '0' } })
    },
    { at: 'member', user },
    () => {},
    { ...noDevice, isLogoutPending },
  )
  const cache = {
    ...{ read: async () => undefined, putVisited: async () => {}, list: async () => undefined },
    ...{ putList: async () => {}, cachedTickets: async () => ({ issued: [], joined: [] }) },
    mayCache: () => false,
  } as unknown as OfflineCache
  await new Prefetcher(session, client, cache).run(true)
  return paths
}
afterEach(() => document.body.replaceChildren())

it('prefetches tickets, then news and messages', async () => {
  const paths = await requestedPaths()
  await vi.waitFor(() => expect(paths).toEqual(['digitalTicket', 'join', 'news', 'message']))
})

it('prefetches only tickets while a stream plays', async () => {
  document.body.append(document.createElement('video'))
  const paths = await requestedPaths()
  // News would be asked for within the same turn of the event loop.
  await new Promise((resolve) => setTimeout(resolve))
  expect(paths).toEqual(['digitalTicket', 'join'])
})

it('asks for nothing more once a logout has begun', async () => {
  const paths = await requestedPaths(new QueryClient(), () => true)
  // As above.
  await new Promise((resolve) => setTimeout(resolve))
  expect(paths).toEqual(['digitalTicket', 'join'])
})

it('prefetches tickets while another query never ends, as beside a stream', async () => {
  const client = new QueryClient()
  void client.fetchQuery({ queryKey: ['poll'], queryFn: () => new Promise(() => {}) })
  expect((await requestedPaths(client)).slice(0, 2)).toEqual(['digitalTicket', 'join'])
})
