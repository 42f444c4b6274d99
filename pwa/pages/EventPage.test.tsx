import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Event } from '#contract/events/calls.ts'
import { defined } from '#contract/lib/defined.ts'
import { RouteView } from '#pwa/app/RouteView.tsx'
import { routes } from '#pwa/app/routes.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { NowProvider } from '#pwa/lib/now.tsx'

// React names the parts of a view transition with it; jsdom has none.
beforeEach(() => void vi.stubGlobal('CSS', { escape: (name: string) => name }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const NOW = '2026-11-20T10:00:00.000Z'
const room = { id: 'aoi', title: '夜ふかし喫茶室', icon_image_path: null }
const eventOf = (id: string) =>
  ({
    ...{ id, title: `${id}の夜`, about: '', start: NOW, end: NOW, amount: 0, capacity: 9 },
    ...{ remaining: 9, participants: 0, thumbnail_image_path: null, live_talk: 0, archive: 0 },
    ...{ publishment_flg: 0, archive_until: null, archive_days: 0, sales_end: NOW, room },
    ...{ joined: false, is_owner: true, notify: false, cancelled: false, moved_from: null },
    ...{ archive_deleted_at: null },
    can: { buy: false, watch: false, speak: false, edit: true, moderate: true },
  }) as unknown as Event

const sourceOf = (id: string) => `https://streams.example/${id}.m3u8`
const ingestOf = (id: string) => ({
  ...{ driver: 'external', rtmp_url: '', stream_key: '', status: 'idle', health: null, viewers: 0 },
  source: { live_url: sourceOf(id), archive_url: null, problem: null },
  storage: { event_bytes: 0, used_bytes: 0, quota_bytes: 0, notice: null },
})

/** Renders the event pages for their owner; returns the stream URLs that were saved. */
function openPages() {
  const saved: string[] = []
  const fetch = async (url: string, { method, body }: RequestInit = {}) => {
    if (url.endsWith('/config')) return Response.json({ accounts: [] })
    const id = /\/(first|second)\b/.exec(url)?.[1]
    if (!id) return Response.json(room)
    if (url.endsWith('/attendee')) return Response.json({ count: 0, people: [] })
    if (method === 'PUT') saved.push(`${id}: ${JSON.parse(String(body)).live_url}`)
    return Response.json(url.includes('/ingest') || method === 'PUT' ? ingestOf(id) : eventOf(id))
  }
  const path = '/community/:roomid/event/:eventid'
  const route = defined(
    routes.find((one) => one.path === path),
    'the route',
  )
  const router = createMemoryRouter([{ path, element: <RouteView route={route} /> }], {
    initialEntries: ['/community/aoi/event/first'],
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={new Session(fetch, { at: 'visitor' })}>
        <NowProvider at={NOW}>
          <RouterProvider router={router} />
        </NowProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
  return { router, saved }
}
const seeSource = (id: string) => screen.findByDisplayValue(sourceOf(id))

it('saves the event’s own stream URL after another event was viewed', async () => {
  const { router, saved } = openPages()
  await seeSource('first')
  await act(() => router.navigate('/community/aoi/event/second'))
  await seeSource('second')
  await act(() => router.navigate(-1))
  await screen.findByRole('heading', { name: 'firstの夜' })
  fireEvent.click(await screen.findByRole('button', { name: '配信元を保存する' }))
  await expect.poll(() => saved).toEqual([`first: ${sourceOf('first')}`])
})
