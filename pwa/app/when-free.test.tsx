import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Room } from '#contract/rooms/calls.ts'
import { JoinButton } from '#pwa/features/rooms/join/JoinButton.tsx'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { whenFree } from './when-free.ts'

beforeAll(standInForDialogs)
afterEach(cleanup)

const room = { id: 'aoi', title: '夜ふかし喫茶室', amount: 980, is_owner: false, state: 1 }

it('calls back after a sheet was left by a link in it', async () => {
  const session = new Session(async () => Response.json({ social: [] }), { at: 'visitor' })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={session}>
        <MemoryRouter>
          <Routes>
            <Route path="/" element={<JoinButton room={room as unknown as Room} />} />
            <Route path="/reset_password" element={<h1>パスワードの再設定</h1>} />
          </Routes>
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: '参加する' }))
  fireEvent.click(await screen.findByRole('button', { name: '登録済みの方（ログイン）' }))
  fireEvent.click(await screen.findByRole('link', { name: 'パスワードを忘れたとき' }))
  await screen.findByRole('heading', { name: 'パスワードの再設定' })
  let isFree = false
  whenFree(() => {
    isFree = true
  })
  expect(isFree).toBe(true)
})
