import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import type { SessionState } from '#pwa/lib/api/session-state.ts'
import { Session } from '#pwa/lib/api/user-session.ts'
import { answered } from '#pwa/testing/answers.ts'
import { currentToast } from '#pwa/ui/overlay/toast.ts'
import { Follow } from './Follow.tsx'

afterEach(cleanup)

const MEMBER: SessionState = { at: 'member', user: { id: 'u1', name: 'sora' } as User }
const Place = () => <p>{useLocation().pathname}</p>

/** The button of haru's page; each request waits until the test answers it. */
function open(state: SessionState) {
  const requests: { method?: string | undefined; answer: (response: Response) => void }[] = []
  const fetch = (_: string, { method }: RequestInit) =>
    new Promise<Response>((answer) => requests.push({ method, answer }))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={new Session(fetch, state)}>
        <MemoryRouter initialEntries={['/haru']}>
          <Follow name="haru" followed={false} />
          <Place />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  )
  return requests
}
const press = () => fireEvent.click(screen.getByRole('button'))
const label = () => screen.getByRole('button').getAttribute('aria-label')

it('a follow shows at once, and is undone by another press', async () => {
  const requests = open(MEMBER)
  press()
  await waitFor(() => expect(label()).toBe('フォロー中（フォロー解除）'))
  await waitFor(() => expect(requests).toHaveLength(1))
  await act(async () => requests[0]!.answer(answered(null)))
  await waitFor(() => expect(screen.getByRole('button').getAttribute('aria-busy')).not.toBe('true'))
  press()
  await screen.findByRole('button', { name: 'フォローする' })
  await waitFor(() => expect(requests.map(({ method }) => method)).toEqual(['POST', 'DELETE']))
})

it('a follow that the server refuses is reverted, and the error is shown', async () => {
  const requests = open(MEMBER)
  press()
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(label()).toBe('フォロー中（フォロー解除）')
  const refusal = answered({ message: '現在ご利用いただけません。' }, 503)
  await act(async () => requests[0]!.answer(refusal))
  await screen.findByRole('button', { name: 'フォローする' })
  expect(currentToast()?.text).toBe('現在ご利用いただけません。')
})

it('a visitor who follows is sent to the login, and nothing is sent to the server', async () => {
  const requests = open({ at: 'visitor' })
  press()
  await screen.findByText('/login')
  expect(requests).toEqual([])
})
