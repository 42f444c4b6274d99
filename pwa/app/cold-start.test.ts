import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import { events } from '#contract/events/calls.ts'
import { API_BASE } from '#contract/http/endpoint.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { keyOf } from '#pwa/lib/api/api.ts'
import { HELD } from '#pwa/lib/api/queries.ts'
import { Session } from '#pwa/lib/api/user-session.ts'
import type { Device } from '#pwa/lib/device.ts'
import { noDevice } from '#pwa/lib/no-device.ts'
import { startCold } from './cold-start.ts'

const user = { id: 'u1', name: 'haru' } as User
const refreshed = { access_token: 't', expires_in: 900, user_id: 'u1', user }
const empty = { status: 200, body: '[]', link: null, total: '0' }

/** A member's start at a page; `refresh` answers when it is called. */
function startAt(path: string, device: Partial<Device> = {}) {
  history.replaceState(null, '', path)
  const requests: string[] = []
  const parts: string[][] = []
  let refresh = (_: object) => {}
  const session = new Session(
    async (url, { method, body }) => {
      const call = url.slice(API_BASE.length)
      requests.push(`${method} ${call}`)
      if (call === '/refresh')
        return new Promise((resolve) => {
          refresh = (answer) => resolve(Response.json(answer))
        })
      if (call !== '/reads') return Response.json([])
      const { calls } = JSON.parse(String(body)) as { calls: string[] }
      parts.push(calls)
      return Response.json(calls.map(() => empty))
    },
    { at: 'checking' },
    () => client.clear(),
    { ...noDevice, member: () => 'u1', readCachedMember: async () => user, ...device },
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const restored = session.start()
  const started = startCold(session, client)
  return { session, client, requests, parts, restored, started, refresh: (a: object) => refresh(a) }
}

afterEach(() => void vi.useRealTimers())

it.each([
  ['/', '/room/subscribe', '/event/join?limit=100'],
  ['/account/ticketbox', '/me/digitalTicket?limit=100', '/event/join?limit=100'],
  ['/account/room', '/room/subscribe', '/me/consent'],
  ['/community/aoi', '/room/aoi', '/room/aoi/thread'],
  ['/community/aoi/event/e1', '/event/e1', '/event/e1/attendee'],
  ['/community/aoi/talk/t1', '/room/aoi/thread/t1', '/room/aoi/thread/t1/comment'],
  ['/account/message', '/me/message', '/status'],
  ['/account/notification', '/me/notification', '/status'],
])('asks for the data of %s with the token, in one request', async (path, ...some) => {
  const { client, requests, parts, restored, started, refresh } = startAt(path)
  await started
  expect(requests).toEqual(['POST /refresh'])
  refresh(refreshed)
  await restored
  await expect.poll(() => client.isFetching()).toBe(0)
  expect(requests).toEqual(['POST /refresh', 'POST /reads'])
  expect(parts[0]).toEqual(expect.arrayContaining([...some, '/config', '/status', '/me/consent']))
  expect(new Set(parts[0]).size).toBe(parts[0]!.length)
})

it('fills the queries of the page, and leaves later calls alone', async () => {
  const { session, client, requests, restored, started, refresh } = startAt('/')
  await started
  refresh(refreshed)
  await restored
  await expect.poll(() => client.getQueryData(keyOf(rooms.listSubscribed, {}))).toBeDefined()
  expect(client.getQueryData(keyOf(events.listJoined, HELD))).toEqual({
    pages: [{ items: [], next: null, total: 0 }],
    pageParams: [0],
  })
  await session.call(rooms.listSubscribed, {})
  expect(requests.at(-1)).toBe('GET /room/subscribe')
})

it.each([
  ['takes an', 'from the same member', () => {}, []],
  ['takes no', 'after a logout', (session: Session) => session.end(), ['GET /late']],
  ['takes no', 'ten seconds later', () => vi.advanceTimersByTime(10_000), ['GET /late']],
])('%s early answer for a part of the page that is loaded later, %s', async (_, __, then, sent) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const early = Response.json([empty], { headers: { 'x-request-id': 'r1' } })
  window.earlyReads = { calls: ['/late'], answer: Promise.resolve(early) }
  const { session, client, requests, restored, started, refresh } = startAt('/')
  await started
  refresh(refreshed)
  await restored
  await expect.poll(() => client.isFetching()).toBe(0)
  then(session)
  await session.call({ ...rooms.listSubscribed, path: '/late' }, {})
  expect(requests).toEqual(['POST /refresh', 'POST /reads', ...sent])
})

it('asks for everything also if the answer to the refresh comes before its code', async () => {
  let load = () => {}
  const offlineStore = () =>
    new Promise<null>((resolve) => {
      load = () => resolve(null)
    })
  const { client, requests, restored, started, refresh } = startAt('/', { offlineStore })
  refresh(refreshed)
  await restored
  load()
  await started
  await expect.poll(() => client.isFetching()).toBe(0)
  expect(requests).toEqual(['POST /refresh', 'POST /reads'])
})

it('loads nothing for the member of the device with a session of another person', async () => {
  const { client, requests, restored, started, refresh } = startAt('/')
  await started
  refresh({ ...refreshed, user_id: 'u2', user: { ...user, id: 'u2' } })
  await restored
  await expect.poll(() => client.isFetching()).toBe(0)
  expect(requests).toEqual(['POST /refresh'])
  expect(client.getQueryCache().getAll()).toEqual([])
})
