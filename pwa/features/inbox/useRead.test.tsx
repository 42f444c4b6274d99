import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { keyOf } from '#pwa/lib/api/api.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { answered } from '#pwa/testing/answers.ts'
import { useRead } from './useRead.ts'

afterEach(cleanup)

const me = (unread_messages: number) => ({ id: 'u1', name: 'haru', unread_messages }) as User

/** Renders a member with this unread count in the session; the server's count is 0. */
function open(unread: number) {
  const requests: string[] = []
  const fetch = async (url: string) => {
    requests.push(url)
    return answered(me(0))
  }
  const session = new Session(fetch, { at: 'member', user: me(unread) })
  const client = new QueryClient()
  const list = keyOf(inbox.listConversations, {})
  client.setQueryData(list, { pages: [], pageParams: [] })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <SessionProvider value={session}>{children}</SessionProvider>
    </QueryClientProvider>
  )
  const { rerender } = renderHook(({ at }) => useRead(at), { initialProps: { at: 0 }, wrapper })
  const unreadNow = () => {
    const state = session.store.get()
    return state.at === 'member' ? state.user.unread_messages : null
  }
  return {
    requests,
    rerender,
    unreadNow,
    stale: () => client.getQueryState(list)?.isInvalidated,
  }
}

it('clears the badge of the header and reloads the list once the conversation is loaded', async () => {
  const { requests, rerender, unreadNow, stale } = open(3)
  expect([requests.length, stale()]).toEqual([0, false])
  rerender({ at: 1 })
  await waitFor(() => expect(unreadNow()).toBe(0))
  expect(stale()).toBe(true)
})

it('sends no request if nothing was unread', () => {
  const { requests, rerender, stale } = open(0)
  rerender({ at: 1 })
  expect(stale()).toBe(true)
  expect(requests).toEqual([])
})
