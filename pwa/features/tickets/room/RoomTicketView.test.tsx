import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { NowProvider } from '#pwa/lib/now.tsx'
import { answered } from '#pwa/testing/answers.ts'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { aTicketOnSale } from '../testing/samples.ts'
import { RoomTicketView } from './RoomTicketView.tsx'

beforeAll(standInForDialogs)
afterEach(cleanup)

it.each([
  { status: 'draft', isPreview: true },
  { status: 'published', isPreview: false },
] as const)('the page of a $status ticket says that nobody else sees it: $isPreview', (sample) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={new Session(async () => answered({ social: [] }), { at: 'visitor' })}>
        <NowProvider at="2026-11-20T03:00:00.000Z">
          <MemoryRouter>
            <RoomTicketView ticket={aTicketOnSale({ status: sample.status, is_owner: true })} />
          </MemoryRouter>
        </NowProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
  expect(screen.queryByText(/公開するまで、ほかの方には見えません/) !== null).toBe(sample.isPreview)
})
