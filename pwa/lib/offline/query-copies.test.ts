import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { threads } from '#contract/threads/calls.ts'
import { keyOf, type Need, need } from '../api/api.ts'
import { COMING } from '../api/queries.ts'
import { Session } from '../api/user-session.ts'
import { noDevice } from '../no-device.ts'
import type { OfflineCache } from './offline-cache.ts'
import { QueryCopies } from './query-copies.ts'

afterEach(() => vi.useRealTimers())

const room = { roomid: 'aoi' }
const joined = keyOf(rooms.listSubscribed, {})
const copyOf = (title: string) => ({
  pages: [{ items: [{ title }], next: null, total: 1 }],
  pageParams: [0],
})

/** A device with a copy of everything, `age` old, whose server never answers. */
function start(member: string | null, age = 0) {
  const client = new QueryClient()
  const writes = vi.fn(async () => {})
  const read = vi.fn(async () => ({ at: Date.now() - age, value: copyOf('前の') }))
  const session = new Session(
    async () => Response.json([]),
    { at: 'visitor' },
    () => {},
    {
      ...noDevice,
      member: () => member,
    },
  )
  const copies = new QueryCopies(session, client, {
    read,
    putVisited: writes,
  } as unknown as OfflineCache)
  const device = { withOfflineFallback: copies.withFallback.bind(copies) } as typeof noDevice
  const ask = (what: Need, call: () => Promise<unknown> = () => new Promise(() => {})) =>
    what(client, call as never, device)
  return { client, copies, writes, ask }
}

it('knows when each query shows the copy that may be shown before the answer', async () => {
  const { client, copies, ask } = start('u1')
  void ask(need(rooms.listSubscribed, {}))
  expect(client.getQueryData(joined)).toBeUndefined()
  await copies.areShown()
  expect(client.getQueryData(joined)).toEqual(copyOf('前の'))
  // Nothing is waited for any more.
  await copies.areShown()
})

it('shows no threads before their answer, as their reader may have left the room', async () => {
  const { client, copies, ask } = start('u1')
  void ask(need(threads.listThreads, { params: room }))
  await copies.areShown()
  expect(client.getQueryData(keyOf(threads.listThreads, { params: room }))).toBeUndefined()
})

it.each([
  ['a member within a day', 'u1', DAY_MS - 1_000, copyOf('前の')],
  ['no member after a day', 'u1', DAY_MS + 1_000, undefined],
  ['no visitor', null, 0, undefined],
])('shows the home page’s public lists before their answer to %s', async (_, member, age, data) => {
  const { client, copies, ask } = start(member, age)
  void ask(need(events.listEvents, COMING))
  await copies.areShown()
  expect(client.getQueryData(keyOf(events.listEvents, COMING))).toEqual(data)
})

it.each([
  ['a member', 'u1', 1],
  ['no visitor', null, 0],
])('stores the home page’s public lists for %s', async (_, member, times) => {
  const { writes, ask } = start(member)
  await ask(need(events.listEvents, COMING), async () => ({ items: [], next: null, total: 0 }))
  expect(writes).toHaveBeenCalledTimes(times)
})
