import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { answered } from '#pwa/testing/answers.ts'
import { currentToast } from '#pwa/ui/overlay/toast.ts'
import { useNotification } from './useNotification.ts'

afterEach(cleanup)

type Setting = User['notification']
const SETTING: Setting = {
  event_reminder: true,
  room_news: true,
  message: true,
  payment: true,
  ticket: true,
  marketing: false,
  quiet_hours: true,
}

/** Renders a member's settings; each response is held back until the test releases it. */
function open() {
  const pending: { body: Setting; answer: (response: Response) => void }[] = []
  const fetch = (_: string, init: RequestInit) =>
    new Promise<Response>((resolve) => {
      pending.push({ body: JSON.parse(String(init.body)) as Setting, answer: resolve })
    })
  const user = { id: 'u1', name: 'haru', notification: SETTING } as User
  const session = new Session(fetch, { at: 'member', user })
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <SessionProvider value={session}>{children}</SessionProvider>
    </QueryClientProvider>
  )
  const { result } = renderHook(() => useNotification(), { wrapper })
  const shown = () => {
    const state = session.store.get()
    return state.at === 'member' ? state.user.notification : null
  }
  const press = (name: keyof Setting, on: boolean) =>
    act(async () => result.current.mutate({ name, on }))
  /** Waits for the nth request and answers it as the server does. */
  const take = async (n: number) => {
    await waitFor(() => expect(pending).toHaveLength(n))
    const { body, answer } = pending[n - 1]!
    await act(async () => answer(answered(body)))
    return body
  }
  return { held: pending, press, shown, take }
}

it('shows a change before the server has stored it (optimistic update)', async () => {
  const { press, shown, take } = open()
  await press('marketing', true)
  expect(shown()).toEqual({ ...SETTING, marketing: true })
  expect(await take(1)).toEqual({ ...SETTING, marketing: true })
  expect(shown()).toEqual({ ...SETTING, marketing: true })
})

it('reverts a change that the server refuses, and shows the error', async () => {
  const { held: pending, press, shown } = open()
  await press('message', false)
  await waitFor(() => expect(pending).toHaveLength(1))
  await act(async () =>
    pending[0]!.answer(answered({ message: '現在ご利用いただけません。' }, 503)),
  )
  await waitFor(() => expect(shown()).toEqual(SETTING))
  expect(currentToast()?.text).toBe('現在ご利用いただけません。')
})

it('sends two quick changes in sequence, and loses neither', async () => {
  const { held: pending, press, shown, take } = open()
  await press('ticket', false)
  await press('payment', false)
  expect(pending).toHaveLength(1)
  await take(1)
  expect(shown()).toMatchObject({ ticket: false, payment: false })
  expect(await take(2)).toMatchObject({ ticket: false, payment: false })
  await waitFor(() => expect(shown()).toEqual({ ...SETTING, ticket: false, payment: false }))
})
