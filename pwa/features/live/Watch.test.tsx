import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Event } from '#contract/events/calls.ts'
import type { TalkMessage } from '#contract/live/calls.ts'
import { anEvent } from '#pwa/features/tickets/testing/samples.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { NowProvider } from '#pwa/lib/now.tsx'
import { answered } from '#pwa/testing/answers.ts'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { createArchivePlayback } from './archive/archive-playback.ts'
import { line } from './talk/testing/panel.tsx'
import { Watch } from './Watch.tsx'

beforeAll(standInForDialogs)
beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it.each([
  ['before the stream', { publishment_flg: 0 }, 'false'],
  ['on air', { publishment_flg: 1 }, 'true'],
  ['on air, for the owner', { publishment_flg: 1, is_owner: true }, 'false'],
  ['after the stream, while the talk goes on', { publishment_flg: 2 }, 'true'],
  ['after the talk', { publishment_flg: 3 }, 'false'],
] as const)('the talk of a phone is open %s: %s', (_, change, isOpen) => {
  open(change)
  const opener = screen.getByRole('button', { name: 'トークを開く' })
  expect(opener.getAttribute('aria-expanded')).toBe(isOpen)
})

it('shows the last line above the button while the talk of a phone is closed', async () => {
  open({ publishment_flg: 1 }, [line(1), line(2), { ...line(3), deletes: 'gone' }])
  await screen.findByText('ことば2')
  const opener = screen.getByRole('button', { name: 'トークを開く' }).parentElement!
  expect(opener.textContent).toBe('トークを開く')
  fireEvent.click(screen.getByRole('button', { name: 'トークを閉じる' }))
  expect(opener.textContent).toBe('aoiさん ことば2トークを開く')
})

function open(change: Partial<Event>, lines: TalkMessage[] = []) {
  const answer = (url: string) => answered(url.endsWith('/talk') ? lines : { items: [] })
  const session = new Session(async (url) => answer(url), { at: 'visitor' })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={session}>
        <NowProvider at="2026-11-27T12:00:00.000Z">
          <MemoryRouter>
            <Watch
              event={anEvent({ is_owner: false, ...change })}
              over={null}
              playback={createArchivePlayback()}
            />
          </MemoryRouter>
        </NowProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
}
