import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import type { SubscribedRoom } from '#contract/rooms/calls.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { SubscribedRow } from './SubscribedRow.tsx'

afterEach(cleanup)

const room = {
  ...{ id: 'aoi', title: '夜ふかし喫茶室', amount: 980, state: 1, on_air: false },
  ...{ owner: { display_name: '葵', official_flg: 0 }, unread: true, new_threads: 3 },
  next_event: { id: 'e1', title: '第十三夜', start: '2026-12-03T11:00:00.000Z' },
  subscription: {
    ...{ id: 'sub_1', status: 'active', amount: 980, locks_at: null },
    ...{ current_period_end: '2026-12-20T03:00:00.000Z', cancel_at_period_end: false },
  },
} as unknown as SubscribedRoom

function open(shown: Partial<SubscribedRoom> = {}) {
  const session = new Session(async () => new Response(null, { status: 204 }), { at: 'visitor' })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={session}>
        <MemoryRouter>
          <ul>
            <SubscribedRow room={{ ...room, ...shown }} pays={null} />
          </ul>
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  )
}
const hrefOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href')

it('says what is new and when the next event is, with links to them', () => {
  open()
  expect(hrefOf(/新しい投稿が3件/)).toBe('/community/aoi/talk')
  expect(hrefOf(/12月3日\(木\) 20:00 第十三夜/)).toBe('/community/aoi/event/e1')
})

it('says nothing of what there is not', () => {
  open({ unread: false, new_threads: 0, next_event: null })
  expect(screen.getAllByRole('link')).toHaveLength(1)
})

it('has leaving in the row’s menu', () => {
  open()
  expect(screen.queryByText('退会する')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '「夜ふかし喫茶室」の操作' }))
  screen.getByRole('menuitem', { name: '退会する' })
})
