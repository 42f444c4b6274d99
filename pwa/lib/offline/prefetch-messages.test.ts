import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Caller } from '#contract/http/caller.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { MINUTE_MS } from '#contract/lib/durations.ts'
import { keyOf } from '../api/api.ts'
import type { Cached } from '../device.ts'
import type { CachePlace } from './cache-rules.ts'
import { prefetchMessages } from './prefetch-messages.ts'

const NOW = Date.parse('2026-11-27T00:00:00Z')
const LIST = JSON.stringify(keyOf(inbox.listConversations, {}))
const keyOfTalk = (id: string) => JSON.stringify(keyOf(inbox.getConversation, { params: { id } }))

/** A phone with these copies, and a site with three conversations, whose last messages came at these times. */
function site(known: Record<string, Cached<unknown>> = {}, chars = 10) {
  const cache = new Map(Object.entries(known))
  const requests: unknown[] = []
  const call = (async (endpoint: unknown, input: { params?: { id: string } }) => {
    if (endpoint === inbox.listConversations) {
      requests.push('list')
      return { items: ['a', 'b', 'c'].map((id) => ({ id, last_at: `at ${id}` })), total: 3 }
    }
    requests.push(input)
    const id = input.params?.id
    return { id, last_at: `at ${id}`, messages: [{ text: 'x'.repeat(chars) }] }
  }) as unknown as Caller
  const store = {
    read: async (slot: CachePlace) => (slot.kind === 'visited' ? cache.get(slot.key) : undefined),
    putVisited: async (key: string, copy: Cached<unknown>) => void cache.set(key, copy),
  }
  return {
    cache,
    requests,
    run: (isCurrent = () => true) => prefetchMessages(store, call, isCurrent),
  }
}
const ahead = (id: string) => ({ params: { id }, query: { ahead: '1' } })

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('prefetch of messages', () => {
  it('caches the list and its conversations as the pages read them, and marks none as read', async () => {
    const { requests, cache, run } = site()
    await run()
    expect(requests).toEqual(['list', ahead('a'), ahead('b'), ahead('c')])
    expect([...cache.keys()]).toEqual([...['a', 'b', 'c'].map(keyOfTalk), LIST])
    expect(cache.get(keyOfTalk('a'))).toMatchObject({ at: NOW, value: { id: 'a' } })
    expect(cache.get(LIST)?.value).toMatchObject({ pages: [{ total: 3 }], pageParams: [0] })
  })

  it('fetches only conversations with a message that is not cached', async () => {
    const { requests, run } = site({
      [keyOfTalk('a')]: { at: 0, value: { last_at: 'at a' } },
      [keyOfTalk('b')]: { at: NOW, value: { last_at: 'before' } },
    })
    await run()
    expect(requests).toEqual(['list', ahead('b'), ahead('c')])
  })

  it('does nothing within ten minutes, or if the user saves data', async () => {
    const recent = site({ [LIST]: { at: NOW - 10 * MINUTE_MS, value: {} } })
    await recent.run()
    vi.stubGlobal('navigator', { connection: { saveData: true } })
    const saving = site()
    await saving.run()
    expect([recent.requests, saving.requests]).toEqual([[], []])
  })

  it('stops at half a million characters, and continues at the next start', async () => {
    const { requests, run } = site({}, 500_000)
    await run()
    await run()
    expect(requests).toEqual(['list', ahead('a'), 'list', ahead('b')])
  })

  it('stores nothing when another member has logged in', async () => {
    const { requests, cache, run } = site()
    await run(() => false)
    expect([requests, cache.size]).toEqual([['list'], 0])
  })
})
