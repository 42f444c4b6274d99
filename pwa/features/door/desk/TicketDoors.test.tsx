import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { OwnDigitalTicket } from '#contract/tickets/calls.ts'
import { aTicketOnSale } from '#pwa/features/tickets/testing/samples.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { NowProvider } from '#pwa/lib/now.tsx'
import { answered } from '#pwa/testing/answers.ts'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { TicketDoors } from './TicketDoors.tsx'

beforeAll(standInForDialogs)
afterEach(cleanup)

it.each([
  { status: 'draft', hasHolders: false },
  { status: 'published', hasHolders: true },
  { status: 'cancelled', hasHolders: true },
] as const)('shows entries and holders of a $status ticket: $hasHolders', (sample) => {
  const ticket = aTicketOnSale({ status: sample.status, is_owner: true }) as OwnDigitalTicket
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={new Session(async () => answered([]), { at: 'visitor' })}>
        <NowProvider at="2026-11-20T03:00:00.000Z">
          <MemoryRouter>
            <TicketDoors ticket={ticket} />
          </MemoryRouter>
        </NowProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
  screen.getByRole('heading', { name: '入口' })
  for (const name of ['当日の入場', 'チケットをお持ちの方'])
    expect(screen.queryByRole('heading', { name }) !== null).toBe(sample.hasHolders)
})
