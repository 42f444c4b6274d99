import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Room } from '#contract/rooms/calls.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { redirectAfterLogin } from '#pwa/lib/redirect-after-login.ts'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { JoinButton } from './JoinButton.tsx'

beforeAll(standInForDialogs)
afterEach(cleanup)

const ROOM = {
  ...{ id: 'aoi', title: '夜ふかし喫茶室', header_image_path: null, amount: 980 },
  ...{ is_owner: false, subscribed: false, state: 1 },
} as unknown as Room

const Place = () => {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

/** A page with two buttons to join, as that of a locked thread. */
function renderAt(path: string, room = ROOM) {
  const session = new Session(async () => Response.json({ social: [] }), { at: 'visitor' })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={session}>
        <MemoryRouter initialEntries={[path]}>
          <JoinButton room={room} />
          <JoinButton room={room} />
          <Place />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  )
}

it('a link to join opens one form, which names the room and leads back to it after the login', async () => {
  renderAt('/community/aoi?menu=a&join')
  await screen.findByRole('heading', { name: 'はじめての方' })
  expect(screen.getAllByRole('dialog', { name: 'ルームに参加する' })).toHaveLength(1)
  expect(screen.getByText('夜ふかし喫茶室').closest('dialog')).not.toBeNull()
  expect(screen.getByText(/参加費/).textContent).toBe('参加費 ¥980/1 Month')
  await waitFor(() => expect(redirectAfterLogin()).toBe('/community/aoi?join'))
  expect(screen.getByRole('status').textContent).toBe('/community/aoi?menu=a')
})

it('a link to join opens nothing in a room that one cannot join', async () => {
  renderAt('/community/aoi?join', { ...ROOM, state: 8 })
  expect(screen.queryByRole('dialog')).toBeNull()
})
