import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { DAY_MS } from '#contract/lib/durations.ts'
import type { TicketType } from '#contract/tickets/calls.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { NowProvider } from '#pwa/lib/now.tsx'
import { redirectAfterLogin } from '#pwa/lib/redirect-after-login.ts'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { aTicketOnSale } from '../testing/samples.ts'
import { EntryPanel } from './EntryPanel.tsx'

beforeAll(standInForDialogs)
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  localStorage.clear()
})

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const PAGE = '/community/aoi/e_ticket/d1'
const type = (id: string, name: string, amount: number): TicketType => ({
  ...{ id, name, amount, note: '', color: 'gray', capacity: null, remaining: 20 },
  ...{
    per_person: null,
    sales_from: null,
    sales_until: null,
    member_months: null,
    closed: false,
    refused: null,
  },
})

/** The panel of a ticket with two types, of which a purchase may take four seats, for a visitor. */
function openAt(path: string) {
  const ticket = aTicketOnSale({
    ...{ held: false, max_seats: 4, members_only: false, takes_code: true },
    ...{ opens_at: inDays(7), starts_at: inDays(7), valid_until: inDays(8) },
    types: [type('s', 'S席', 6_000), type('a', 'A席', 4_000)],
  })
  const session = new Session(async () => Response.json({ social: [] }), { at: 'visitor' })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={session}>
        <NowProvider at={inDays(0)}>
          <MemoryRouter initialEntries={[path]}>
            <EntryPanel ticket={ticket} room={undefined} />
          </MemoryRouter>
        </NowProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
}

it('brings the chosen type and seats to the device on which a login is completed', async () => {
  openAt(`${PAGE}?buy&type=a&seats=3`)
  expect((await screen.findByText('3枚')).tagName).toBe('OUTPUT')
  screen.getByText('入場チケット（A席）')
  fireEvent.click(screen.getByRole('button', { name: '枚数を減らす' }))
  fireEvent.click(screen.getByRole('button', { name: 'チケットを購入する' }))
  await screen.findByRole('heading', { name: 'はじめての方' })
  await waitFor(() => expect(redirectAfterLogin()).toBe(`${PAGE}?buy&type=a&seats=2`))
})

const typeCode = (code: string) =>
  fireEvent.change(screen.getByLabelText('コード'), { target: { value: code } })

it('brings a typed code to the device on which a login is completed, in no part that a server sees', async () => {
  openAt(`${PAGE}?type=a&seats=2`)
  await screen.findByText('2枚')
  typeCode('haru-2026')
  fireEvent.click(screen.getByRole('button', { name: 'チケットを購入する' }))
  const carried = `${PAGE}?buy&type=a&seats=2#code=HARU2026`
  await waitFor(() => expect(redirectAfterLogin()).toBe(carried))
})

it('brings all that is chosen along with a code, too', async () => {
  openAt(`${PAGE}?type=a&seats=2#code=HARU2026`)
  await screen.findByDisplayValue('HARU2026')
  fireEvent.click(screen.getByRole('button', { name: 'ログインしてコードを使う' }))
  const carried = `${PAGE}?type=a&seats=2#code=HARU2026`
  await waitFor(() => expect(redirectAfterLogin()).toBe(carried))
})

it('chooses nothing by a link with an unknown type, and no more seats than may be bought', async () => {
  openAt(`${PAGE}?buy&type=gone&seats=9`)
  fireEvent.click(screen.getByRole('radio', { name: /S席/ }))
  expect((await screen.findByText('4枚')).tagName).toBe('OUTPUT')
})
