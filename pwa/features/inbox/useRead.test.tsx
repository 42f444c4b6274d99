import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import type { User } from '#contract/account.ts'
import { inbox } from '#contract/inbox.ts'
import { keyOf } from '#pwa/lib/api.ts'
import { createSession, SessionProvider } from '#pwa/lib/session.tsx'
import { answered } from '#pwa/testing/answers.ts'
import { useRead } from './useRead.ts'

afterEach(cleanup)

const me = (unread_messages: number) => ({ id: 'u1', name: 'haru', unread_messages }) as User

/** A member with so many unread messages, whom the server says to have none any more. */
function open(unread: number) {
  const asked: string[] = []
  const fetch = async (url: string) => {
    asked.push(url)
    return answered(me(0))
  }
  const session = createSession(fetch, { at: 'member', user: me(unread) })
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
  return { asked, rerender, unreadNow, stale: () => client.getQueryState(list)?.isInvalidated }
}

it('takes the badge off the header, and asks for the list anew, once the conversation is there', async () => {
  const { asked, rerender, unreadNow, stale } = open(3)
  expect([asked.length, stale()]).toEqual([0, false])
  rerender({ at: 1 })
  await waitFor(() => expect(unreadNow()).toBe(0))
  expect(stale()).toBe(true)
})

it('asks nobody who has nothing unread', () => {
  const { asked, rerender, stale } = open(0)
  rerender({ at: 1 })
  expect(stale()).toBe(true)
  expect(asked).toEqual([])
})
