import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { lazy, Suspense } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import { REFRESH_IMPOSSIBLE } from '#contract/shared/messages.ts'
import { SessionProvider, useSessionState } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { answered } from '#pwa/testing/answers.ts'
import { ResetPasswordConfigPage } from './ResetPasswordConfigPage.tsx'

afterEach(cleanup)

/** Remounts when the user is logged out, as the app does. */
function Here() {
  useSessionState()
  return <ResetPasswordConfigPage />
}

it('redirects a logged-in user to the login after the reset, although the token is used up', async () => {
  let isSet = false
  const requests: string[] = []
  const answer = (url: string, method: string) => {
    if (url.endsWith('/refresh')) return answered({ message: REFRESH_IMPOSSIBLE }, 500)
    if (method === 'POST') isSet = true
    else if (isSet) return answered({ message: 'Not found' }, 404)
    return answered(null)
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const session = new Session(
    async (url, { method = 'GET' }) => {
      requests.push(`${method} ${url}`)
      return answer(url, method)
    },
    { at: 'member', user: { id: 'u1', name: 'haru', display_name: '春' } as User },
    () => client.clear(),
  )
  const login = Promise.withResolvers<{ default: () => React.ReactNode }>()
  const LoginPage = lazy(() => login.promise)
  render(
    <QueryClientProvider client={client}>
      <SessionProvider value={session}>
        <MemoryRouter initialEntries={['/reset_password_config']}>
          <Suspense fallback="…">
            <Routes>
              <Route path="/reset_password_config" element={<Here />} />
              <Route path="/login" element={<LoginPage />} />
              <Route path="/404" element={<h1>ない</h1>} />
            </Routes>
          </Suspense>
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  )
  const password = 'kawaranai-yoru-78'
  for (const label of ['新しいパスワード', '新しいパスワード（確認）'])
    fireEvent.change(await screen.findByLabelText(label), { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: 'パスワードを変更する' }))
  await expect.poll(() => session.store.get().at).toBe('visitor')
  login.resolve({ default: () => <h1>ログイン</h1> })
  await screen.findByRole('heading', { name: 'ログイン' })
  expect(requests.filter((call) => call.startsWith('GET'))).toHaveLength(1)
})
