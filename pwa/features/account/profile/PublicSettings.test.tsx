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
import { PublicSettings } from './PublicSettings.tsx'

afterEach(cleanup)

function Setting() {
  const user = useUser()
  return user && <PublicSettings user={user} />
}

/** Renders the setting of a member; the server answers with `response`, once it is told to. */
function open(response: () => Response) {
  const sent: unknown[] = []
  let answer = () => {}
  const fetch = (path: string, init: RequestInit) =>
    new Promise<Response>((resolve) => {
      sent.push([path, JSON.parse(String(init.body))])
      answer = () => resolve(response())
    })
  const user = {
    ...{ id: 'u1', name: 'haru' },
    ...{ publishes_attendance: false, publishes_memberships: false },
  } as User
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={new Session(fetch, { at: 'member', user })}>
        <Setting />
      </SessionProvider>
    </QueryClientProvider>,
  )
  return { sent, answer: () => answer() }
}
const ATTENDANCE = '参加するイベントを公開する'
const MEMBERSHIPS = '参加中のルームを公開する'
const toggle = (name: string) => screen.getByRole('switch', { name })
const isOn = (name: string) => toggle(name).getAttribute('aria-checked')

it.each([
  [ATTENDANCE, '/me/attendance', MEMBERSHIPS],
  [MEMBERSHIPS, '/me/membership', ATTENDANCE],
])('%s is on once the server has confirmed it', async (name, path, other) => {
  const { sent, answer } = open(() => answered({ public: true }))
  expect(isOn(name)).toBe('false')
  await userEvent.click(toggle(name))
  await waitFor(() => expect(sent).toEqual([[expect.stringMatching(`${path}$`), { public: true }]]))
  expect(isOn(name)).toBe('false')
  answer()
  await waitFor(() => expect(isOn(name)).toBe('true'))
  expect(isOn(other)).toBe('false')
})

it('says why attendance could not be published', async () => {
  const { sent, answer } = open(() => answered({ message: '現在ご利用いただけません。' }, 503))
  await userEvent.click(toggle(ATTENDANCE))
  await waitFor(() => expect(sent).toHaveLength(1))
  answer()
  await waitFor(() => expect(currentToast()?.text).toBe('現在ご利用いただけません。'))
  expect(isOn(ATTENDANCE)).toBe('false')
})
