import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { anEvent } from '#pwa/features/tickets/testing/samples.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { NowProvider } from '#pwa/lib/now.tsx'
import { answered } from '#pwa/testing/answers.ts'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { createArchivePlayback } from './archive/archive-playback.ts'
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
  const session = new Session(async () => answered({ items: [] }), { at: 'visitor' })
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
  const opener = screen.getByRole('button', { name: 'トークを開く' })
  expect(opener.getAttribute('aria-expanded')).toBe(isOpen)
})
