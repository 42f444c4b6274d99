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
import { TicketActions } from './TicketActions.tsx'

beforeAll(standInForDialogs)
afterEach(cleanup)

it.each([
  { when: 'before applications', opens_at: '2099-11-21T03:00:00.000Z', offered: true },
  { when: 'once people could apply', opens_at: '2026-11-19T03:00:00.000Z', offered: false },
])('offers to delete a ticket with a lottery $when: $offered', ({ opens_at, offered }) => {
  const later = '2099-11-25T03:00:00.000Z'
  const lottery = {
    ...{ opens_at, closes_at: later, announced_at: later, ends_at: later },
    ...{ buy_days: 1, max_group: 1, members_first: false, then_sold: false },
  }
  show({ lottery })
  expect(screen.queryByRole('button', { name: '削除する' }) !== null).toBe(offered)
})

it.each([
  { status: 'draft', offered: false },
  { status: 'published', offered: true },
] as const)('offers to share a $status ticket: $offered', ({ status, offered }) => {
  show({ status })
  expect(screen.queryByRole('button', { name: '共有する' }) !== null).toBe(offered)
})

function show(change: Parameters<typeof aTicketOnSale>[0]) {
  const numbers = {
    number_prefix: '',
    number_start: 1,
    number_skip: [],
    taken: 0,
    was_issued: false,
  }
  const ticket = { ...aTicketOnSale(change), ...numbers } as unknown as OwnDigitalTicket
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={new Session(async () => answered([]), { at: 'visitor' })}>
        <NowProvider at="2026-11-20T03:00:00.000Z">
          <MemoryRouter>
            <TicketActions ticket={ticket} />
          </MemoryRouter>
        </NowProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
}
