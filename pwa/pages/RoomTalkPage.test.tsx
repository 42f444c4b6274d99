import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { rooms } from '#contract/rooms/calls.ts'
import type { Thread } from '#contract/threads/calls.ts'
import { forgetVisits } from '#pwa/features/rooms/last-visit.ts'
import { keyOf } from '#pwa/lib/api/api.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { NowProvider } from '#pwa/lib/now.tsx'
import { RoomTalkPage } from './RoomTalkPage.tsx'

beforeEach(forgetVisits)
afterEach(cleanup)

const day = (day: number) => `2026-11-${day}T00:00:00.000Z`
const roomSeen = (seen_at: string) => ({
  ...{
    id: 'aoi',
    title: '夜ふかし喫茶室',
    about: '',
    amount: 0,
    subscribers: 3,
    links: [],
    tags: [],
  },
  ...{ icon_image_path: null, cover_image_path: null, is_owner: false, seen_at },
  member: { name: 'aoi', display_name: '葵', icon_image_small_path: null, official_flg: 0 },
  can: { read: true, join: false, post: false },
})
const thread = (title: string, created_at: string) =>
  ({
    ...{ id: title, title, created_at, text: '', images: [], comments: 0, reactions: 0 },
    ...{ reacted: false, pinned: false, locked: false, is_previewed: false },
    member: { name: 'mio', display_name: '澪', icon_image_small_path: null, official_flg: 0 },
    can: { edit: false, delete: false, pin: false, comment: true, react: true },
  }) as unknown as Thread

/** The page with a cached copy of its room; `answer` is the server's. */
function openWithCopy() {
  const client = new QueryClient()
  const key = keyOf(rooms.getRoom, { params: { id: 'aoi' } })
  const query = client.getQueryCache().build(client, { queryKey: key })
  query.setState({ data: roomSeen(day(12)), dataUpdatedAt: 1, status: 'success' })
  let answer = (_: object) => {}
  const fetch = async (url: string, { method }: RequestInit = {}) => {
    if (method === 'POST') return new Response(null, { status: 204 })
    if (url.endsWith('/thread'))
      return Response.json([thread('読んだ題', day(20)), thread('前の題', day(11))])
    if (url.endsWith('/room/aoi'))
      return new Promise<Response>((resolve) => {
        answer = (room) => resolve(Response.json(room))
      })
    return Response.json([])
  }
  const path = '/community/:roomid/talk'
  const router = createMemoryRouter([{ path, element: <RoomTalkPage /> }], {
    initialEntries: ['/community/aoi/talk'],
  })
  render(
    <QueryClientProvider client={client}>
      <SessionProvider value={new Session(fetch, { at: 'visitor' })}>
        <NowProvider at={day(28)}>
          <RouterProvider router={router} />
        </NowProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
  return { client, answer: (room: object) => answer(room) }
}
const headings = () => screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)

it('marks nothing as new by a cached copy, which does not know what was read since', async () => {
  const { client, answer } = openWithCopy()
  await screen.findByText('読んだ題')
  expect(headings()).toEqual(['読んだ題', '前の題'])
  answer(roomSeen(day(25)))
  await expect.poll(() => client.isFetching()).toBe(0)
  expect(headings()).toEqual(['読んだ題', '前の題'])
})

it('marks what is new by the answer', async () => {
  const { answer } = openWithCopy()
  await screen.findByText('読んだ題')
  answer(roomSeen(day(15)))
  await screen.findByText('新しい投稿', { exact: false })
  expect(headings()).toEqual(['新しい投稿 1件', '読んだ題', '前回までの投稿', '前の題'])
})
