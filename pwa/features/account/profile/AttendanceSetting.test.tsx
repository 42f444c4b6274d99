// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import { SessionProvider, useUser } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { answered } from '#pwa/testing/answers.ts'
import { currentToast } from '#pwa/ui/overlay/toast.ts'
import { AttendanceSetting } from './AttendanceSetting.tsx'

afterEach(cleanup)

function Setting() {
  const user = useUser()
  return user && <AttendanceSetting user={user} />
}

/** Renders the setting of a member; the server answers with `response`, once it is told to. */
function open(response: () => Response) {
  const sent: unknown[] = []
  let answer = () => {}
  const fetch = (_: string, init: RequestInit) =>
    new Promise<Response>((resolve) => {
      sent.push(JSON.parse(String(init.body)))
      answer = () => resolve(response())
    })
  const user = { id: 'u1', name: 'haru', publishes_attendance: false } as User
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={new Session(fetch, { at: 'member', user })}>
        <Setting />
      </SessionProvider>
    </QueryClientProvider>,
  )
  return { sent, answer: () => answer() }
}
const toggle = () => screen.getByRole('switch', { name: '参加するイベントを公開する' })
const isOn = () => toggle().getAttribute('aria-checked')

it('publishes attendance only once the server has confirmed it', async () => {
  const { sent, answer } = open(() => answered({ public: true }))
  expect(isOn()).toBe('false')
  await userEvent.click(toggle())
  await waitFor(() => expect(sent).toEqual([{ public: true }]))
  expect(isOn()).toBe('false')
  answer()
  await waitFor(() => expect(isOn()).toBe('true'))
})

it('says why attendance could not be published', async () => {
  const { sent, answer } = open(() => answered({ message: '現在ご利用いただけません。' }, 503))
  await userEvent.click(toggle())
  await waitFor(() => expect(sent).toHaveLength(1))
  answer()
  await waitFor(() => expect(currentToast()?.text).toBe('現在ご利用いただけません。'))
  expect(isOn()).toBe('false')
})
