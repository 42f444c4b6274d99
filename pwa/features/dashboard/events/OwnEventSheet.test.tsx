import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { anEvent } from '#pwa/features/tickets/testing/samples.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { NowProvider } from '#pwa/lib/now.tsx'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { OwnEventSheet } from './OwnEventSheet.tsx'

beforeAll(standInForDialogs)
afterEach(cleanup)

it.each([
  { amount: 1_980, was_sold: false, shown: true },
  { amount: 0, was_sold: true, shown: true },
  { amount: 0, was_sold: false, shown: false },
])('shows buyers ($shown) at ¥$amount, sold before: $was_sold', ({ shown, ...event }) => {
  const session = new Session(async () => Response.json([]), { at: 'visitor' })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={session}>
        <NowProvider at="2026-11-20T10:00:00.000Z">
          <MemoryRouter>
            <OwnEventSheet event={anEvent(event)} onEdit={() => {}} onClose={() => {}} />
          </MemoryRouter>
        </NowProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
  const heading = screen.queryByRole('heading', { name: 'チケットを購入した方' })
  expect(heading !== null).toBe(shown)
})
