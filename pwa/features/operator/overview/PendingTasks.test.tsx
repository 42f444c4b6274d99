import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import type { Overview } from '#contract/operator/overview/calls.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { answered } from '#pwa/testing/answers.ts'
import { PendingTasks } from './PendingTasks.tsx'

afterEach(cleanup)

const OVERVIEW: Overview = {
  todo: {
    ...{ reports: 2, takedowns: 0, disclosures: 0, refunds: 0, disputes: 0, warnings: 0 },
    ...{ differences: 0, reconciliation: 0, work: 0 },
  },
  today: { people: 1, sales: 980, platform_fee: 98, unbooked: 0 },
  all: { people: 3, rooms: 1, on_air: 0 },
}

it.each([
  ['are read', () => answered(OVERVIEW)],
  ['cannot be read', () => answered({ message: '時間を空けて再度お試しください。' }, 500)],
])(
  'the menu below the tasks shows only once they %s, so that it does not move',
  async (_, answer) => {
    const requests: ((response: Response) => void)[] = []
    const fetch = () => new Promise<Response>((resolve) => requests.push(resolve))
    const session = new Session(fetch, { at: 'member', user: { id: 'u1', name: 'admin' } as User })
    render(
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <SessionProvider value={session}>
          <MemoryRouter>
            <PendingTasks>
              <p>メニュー</p>
            </PendingTasks>
          </MemoryRouter>
        </SessionProvider>
      </QueryClientProvider>,
    )
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(screen.queryByText('メニュー')).toBeNull()
    await act(async () => requests[0]!(answer()))
    await screen.findByText('メニュー')
  },
)
