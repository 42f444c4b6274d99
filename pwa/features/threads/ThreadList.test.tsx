import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import type { Thread } from '#contract/threads/calls.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { sharedPage } from '#pwa/lib/share.ts'
import { ThreadList } from './ThreadList.tsx'

afterEach(cleanup)

const thread = (title: string, created_at: string) =>
  ({
    ...{ id: title, title, created_at, text: '', images: [], comments: 0, reactions: 0 },
    ...{ reacted: false, pinned: false, locked: false, is_previewed: false },
    member: { name: 'aoi', display_name: '葵', icon_image_small_path: null, official_flg: 0 },
    can: { edit: false, delete: false, pin: false, comment: true, react: true },
  }) as unknown as Thread
const threads = [
  thread('固定の題', '2026-11-01T00:00:00.000Z'),
  thread('今日の題', '2026-11-28T00:00:00.000Z'),
]

function open(since: string | null) {
  const session = new Session(async () => new Response(null, { status: 204 }), { at: 'visitor' })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={session}>
        <MemoryRouter>
          <ThreadList room="aoi" of={undefined} threads={threads} since={since} />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  )
  return screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
}

it('shows what is new since the last visit first, with its number', () => {
  expect(open('2026-11-20T00:00:00.000Z')).toEqual([
    '新しい投稿 1件',
    '今日の題',
    '前回までの投稿',
    '固定の題',
  ])
})

it('has no headings where nothing is new, or everything', () => {
  expect(open('2026-11-29T00:00:00.000Z')).toEqual(['固定の題', '今日の題'])
})

it('shares a thread by its address, also for visitors', () => {
  open(null)
  fireEvent.click(screen.getByRole('button', { name: '「今日の題」の操作' }))
  fireEvent.click(screen.getByRole('menuitem', { name: '共有' }))
  const url = `${location.origin}/community/aoi/talk/${encodeURIComponent('今日の題')}`
  expect(sharedPage.get()).toEqual({ title: '今日の題', url })
})
