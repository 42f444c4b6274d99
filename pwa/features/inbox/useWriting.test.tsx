import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { answered } from '#pwa/testing/answers.ts'
import { useWriting } from './useWriting.ts'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

/** A conversation whose answers wait for `arrive`; each `open` opens its page. */
function start() {
  const answer = Promise.withResolvers<Response>()
  const fetch = () => answer.promise
  const session = new Session(fetch, { at: 'member', user: { id: 'u1' } as User })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={session}>{children}</SessionProvider>
    </QueryClientProvider>
  )
  const open = () => renderHook(() => useWriting('c1'), { wrapper })
  return { open, arrive: () => answer.resolve(answered({ id: 'm1', text: 'こんばんは' })) }
}
const statesOf = ({ pending }: ReturnType<typeof useWriting>) =>
  pending.map(({ text, state }) => `${text} ${state}`)

it('shows a message on its way when the conversation was left and opened again', async () => {
  const { open, arrive } = start()
  const before = open()
  act(() => before.result.current.post('こんばんは'))
  before.unmount()
  const { result } = open()
  expect(statesOf(result.current)).toEqual(['こんばんは sending'])
  arrive()
  await waitFor(() => expect(statesOf(result.current)).toEqual([]))
})

it('keeps a message on its way over a reload, to be sent again', () => {
  const before = start().open()
  act(() => before.result.current.post('こんばんは'))
  cleanup()
  const { result } = start().open()
  expect(statesOf(result.current)).toEqual(['こんばんは failed'])
  act(() => result.current.discard(result.current.pending[0]!))
  expect(statesOf(start().open().result.current)).toEqual([])
})
