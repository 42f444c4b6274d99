import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { RequestError } from '#contract/http/caller.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { LoginForm } from './LoginForm.tsx'

afterEach(cleanup)

it('the login shows that the password is wrong, keeps the email address, and allows another try', async () => {
  const sent: string[] = []
  const send = async ({ password }: { password: string }) => {
    sent.push(password)
    if (password === 'wrong') throw new RequestError(401, 'パスワードが正しくありません。')
  }
  const session = new Session(async () => new Response(null, { status: 204 }), { at: 'visitor' })
  let done = 0
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={session}>
        <MemoryRouter>
          <LoginForm send={send} onDone={() => done++} />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  )
  const email = screen.getByLabelText<HTMLInputElement>(/メールアドレス/)
  const password = screen.getByLabelText<HTMLInputElement>('パスワード', { exact: false })
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'ログイン' }))
  fireEvent.change(email, { target: { value: 'fan@example.com' } })
  fireEvent.change(password, { target: { value: 'wrong' } })
  press()
  expect((await screen.findByRole('alert')).textContent).toContain('正しくありません')
  expect(email.value).toBe('fan@example.com')
  expect(done).toBe(0)
  fireEvent.change(password, { target: { value: 'password' } })
  press()
  await waitFor(() => expect(done).toBe(1))
  expect(sent).toEqual(['wrong', 'password'])
})
