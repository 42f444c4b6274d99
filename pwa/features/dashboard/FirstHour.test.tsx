import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { NowProvider } from '#pwa/lib/now.tsx'
import { answered } from '#pwa/testing/answers.ts'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { FirstHour } from './FirstHour.tsx'

beforeAll(standInForDialogs)
afterEach(cleanup)

const ROOM = {
  ...{ id: 'aoi', title: 'あさの台所', is_owner: true, subscribers: 0 },
  ...{ header_image_path: null, icon_image_path: '/a.png', owner: { display_name: 'あおい' } },
  created_date: '2026-11-20T09:00:00.000Z',
}
const user = { id: 'u1', name: 'aoi', my_room: { id: 'aoi' } } as User

function open(room = ROOM) {
  const fetch = async (url: string) =>
    answered(new URL(url, 'https://room.test').pathname.endsWith('/room/aoi') ? room : [])
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={new Session(fetch, { at: 'member', user })}>
        <NowProvider at="2026-11-20T10:00:00.000Z">
          <MemoryRouter>
            <FirstHour room="aoi" />
          </MemoryRouter>
        </NowProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
}

it.each([
  ['最初のスレッドを書く', '新しいスレッド'],
  ['最初のイベントを作る', 'イベントを作成'],
  ['ルームを知らせる', 'ルームを友だちに教える'],
])('the step %s opens its form', async (step, form) => {
  open()
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(step) }))
  await screen.findByRole('dialog', { name: form })
})

it('the pictures are chosen in the editor of the room', async () => {
  open()
  const link = await screen.findByRole('link', { name: /写真を選ぶ/ })
  expect(link.getAttribute('href')).toBe('/community/aoi/setting')
})

it('a step that is done opens nothing', async () => {
  open({ ...ROOM, subscribers: 1 })
  await screen.findByText('完了しました')
  expect(screen.queryByRole('button', { name: /ルームを知らせる/ })).toBeNull()
})
