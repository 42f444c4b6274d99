import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { anEvent } from '#pwa/features/tickets/testing/samples.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { NowProvider } from '#pwa/lib/now.tsx'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { EventEditor } from './EventEditor.tsx'

beforeAll(standInForDialogs)
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

it.each([
  { typed: '５００', days: '３０', sent: { capacity: '500', archive_days: '30' } },
  { typed: '1,000', days: ' 7 ', sent: { capacity: '1000', archive_days: '7' } },
  // An invalid number is sent unchanged: the server's validation names the error.
  { typed: '千人', days: '-1', sent: { capacity: '千人', archive_days: '-1' } },
])(
  'sends $typed and $days, typed with a Japanese keyboard, as numbers',
  async ({ typed, days, sent }) => {
    const saved: object[] = []
    const event = anEvent()
    const fetch = async (_: string, { body }: RequestInit = {}) => {
      if (body instanceof FormData) saved.push(Object.fromEntries(body))
      return Response.json(event)
    }
    render(
      <QueryClientProvider client={new QueryClient()}>
        <SessionProvider value={new Session(fetch, { at: 'visitor' })}>
          <NowProvider at="2026-11-20T10:00:00.000Z">
            <MemoryRouter>
              <EventEditor event={event} onClose={() => {}} />
            </MemoryRouter>
          </NowProvider>
        </SessionProvider>
      </QueryClientProvider>,
    )
    const write = (name: RegExp, value: string) =>
      fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
    write(/定員/, typed)
    write(/見逃し配信の日数/, days)
    fireEvent.click(screen.getByRole('button', { name: '変更を保存する' }))
    await waitFor(() => expect(saved).toEqual([sent]))
  },
)
