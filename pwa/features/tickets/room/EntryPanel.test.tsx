import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import type { TicketType } from '#contract/tickets/calls.ts'
import type { Wait } from '#contract/waitlist/calls.ts'
import { startedPayment } from '#pwa/features/orders/started-payment.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { NowProvider } from '#pwa/lib/now.tsx'
import { purchaseIntent } from '#pwa/lib/purchase-intent.ts'
import { redirectAfterLogin } from '#pwa/lib/redirect-after-login.ts'
import { answered } from '#pwa/testing/answers.ts'
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
const type = (id: string, name: string, amount: number, remaining = 20): TicketType => ({
  ...{ id, name, amount, note: '', color: 'gray', capacity: null, remaining },
  ...{
    per_person: null,
    sales_from: null,
    sales_until: null,
    member_months: null,
    closed: false,
    refused: null,
    resale: false,
  },
})

/**
 * The panel of a ticket with two types, of which a purchase may take four seats, for a visitor; or with S席 sold out for a
 * member, whose part in its waiting list is `wait`. Returns the requests that change something.
 */
function openAt(path: string, wait?: Partial<Wait>, held = false) {
  const sent: string[] = []
  const ticket = aTicketOnSale({
    ...{ held, max_seats: 4, members_only: false, takes_code: true },
    ...{ opens_at: inDays(7), starts_at: inDays(7), valid_until: inDays(8) },
    types: [type('s', 'S席', 6_000, wait && 0), type('a', 'A席', 4_000)],
  })
  const answer = async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'GET') sent.push(`${method} ${url}`)
    if (url.includes('/join')) return answered({ ticket_id: 'd1', number: 'A 042' })
    return url.includes('/me/wait') ? answered({ ...NO_WAIT, ...wait }) : answered({ social: [] })
  }
  const session = new Session(
    answer,
    wait ? { at: 'member', user: { id: 'u1' } as User } : { at: 'visitor' },
  )
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
  return sent
}

const S = { id: 's', name: 'S席' }
const NO_WAIT: Wait = {
  ...{ kind: 'digital_ticket', id: 'd1', title: '灯の会', room: 'aoi', type: null, place: null },
  ...{ state: 'none', seats: 1, until: null, drawn: false, resale: false, can: { join: true } },
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

it('lets a member wait for seats of a type that is sold out, beside one that is sold', async () => {
  const sent = openAt(PAGE, {})
  screen.getByText('売り切れの券種を選ぶと、キャンセル待ちに登録できます')
  fireEvent.click(screen.getByRole('radio', { name: /S席/ }))
  await screen.findByText('「S席」は満席になりました。')
  fireEvent.click(await screen.findByRole('button', { name: '枚数を増やす' }))
  fireEvent.click(screen.getByRole('button', { name: 'キャンセル待ちに登録' }))
  await screen.findByText('「S席」のキャンセル待ちに、2枚で登録しますか？')
  fireEvent.click(screen.getByRole('button', { name: '登録する' }))
  await expect
    .poll(() => sent)
    .toEqual([expect.stringMatching(/\/me\/wait\/digital_ticket\/[^?]+\?seats=2&type=s$/)])
  fireEvent.click(screen.getByRole('radio', { name: /A席/ }))
  await screen.findByRole('button', { name: 'チケットを購入する' })
  expect(screen.queryByText(/のキャンセル待ちは終わります/)).toBeNull()
})

it('shows what a member waits for without a choice, also to one who looks at another type', async () => {
  openAt(PAGE, { state: 'waiting', place: 3, type: S })
  expect((await screen.findByText(/「S席」のキャンセル待ちの/)).textContent).toContain('3番目')
  expect(screen.queryByText(/^売り切れの券種を選ぶと/)).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: /A席/ }))
  await screen.findByText('購入すると、「S席」のキャンセル待ちは終わります')
})

it('sells the seats that are offered, of their type', async () => {
  openAt(PAGE, { state: 'offered', seats: 2, until: inDays(1), type: S })
  await screen.findByText('「S席」のお席を2枚ご用意しました。')
  screen.getByText('入場チケット（S席）')
  screen.getByText('¥12,000（税込）')
  await screen.findByRole('button', { name: 'チケットを購入する' })
})

it('shows the ticket that a payment became while its page was away: that page knows it as held', async () => {
  purchaseIntent.set(PAGE)
  startedPayment('digital_ticket', 'd1').keep('pi_1')
  sessionStorage.setItem('room.type.d1', 'a')
  sessionStorage.setItem('room.seats.d1', '2')
  openAt(PAGE, {}, true)
  await screen.findByRole('heading', { name: 'チケットを購入しました' })
})
