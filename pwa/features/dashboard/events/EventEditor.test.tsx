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

it('asks for the price without the archive only of a paid event that has one, and takes it back', async () => {
  const saved: object[] = []
  const event = anEvent({ archive_days: 0 })
  const fetch = async (_: string, { body }: RequestInit = {}) => {
    if (body instanceof FormData) saved.push(Object.fromEntries(body))
    return Response.json(anEvent({ live_amount: 1_200 }))
  }
  const open = (of: typeof event) =>
    render(
      <QueryClientProvider client={new QueryClient()}>
        <SessionProvider value={new Session(fetch, { at: 'visitor' })}>
          <NowProvider at="2026-11-20T10:00:00.000Z">
            <MemoryRouter>
              <EventEditor event={of} onClose={() => {}} />
            </MemoryRouter>
          </NowProvider>
        </SessionProvider>
      </QueryClientProvider>,
    )
  const field = () => screen.queryByRole('textbox', { name: /「配信のみ」の価格/ })
  const write = (name: RegExp, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
  const save = () => fireEvent.click(screen.getByRole('button', { name: '変更を保存する' }))
  open(event)
  expect(field()).toBeNull()
  write(/見逃し配信の日数/, '７')
  write(/「配信のみ」の価格/, '1200')
  write(/^価格/, '0')
  // What was typed can be taken back.
  expect(field()).not.toBeNull()
  write(/^価格/, '1980')
  save()
  await waitFor(() => expect(saved).toEqual([{ archive_days: '7', live_amount: '1200' }]))
  cleanup()
  sessionStorage.clear()
  saved.length = 0
  open(anEvent({ live_amount: 1_200 }))
  write(/「配信のみ」の価格/, '')
  save()
  await waitFor(() => expect(saved).toEqual([{ live_amount: '' }]))
})
