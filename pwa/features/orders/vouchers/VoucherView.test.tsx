import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import type { OwnVoucher } from '#contract/vouchers/calls.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { NowProvider } from '#pwa/lib/now.tsx'
import { answered } from '#pwa/testing/answers.ts'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { VoucherView } from './VoucherView.tsx'

beforeAll(standInForDialogs)
afterEach(cleanup)

const aVoucher = (change: Partial<OwnVoucher> = {}): OwnVoucher => ({
  ...{ id: 'o1', state: 'open', amount: 1_980, expires_at: '2040-11-23T14:59:59.000Z' },
  ...{ url: 'https://pay.example/v1', image_path: null },
  stores: [
    { store: 'lawson', payment_code: '234567', confirmation_number: '09012345678' },
    { store: 'seicomart', payment_code: '456789', confirmation_number: null },
    { store: 'newmart', payment_code: '111111', confirmation_number: null },
  ],
  product: {
    ...{ kind: 'event', id: 'e1', room: 'aoi', title: '星の夜' },
    ...{ start: '2026-12-01T10:00:00.000Z', venue: null },
  },
  ...change,
})

/** Shows it to its buyer; returns the requests that change something. */
function open(voucher: OwnVoucher) {
  const sent: string[] = []
  const fetch = async (url: string, { method = 'GET' }: RequestInit = {}) => {
    sent.push(`${method} ${url}`)
    return answered(null)
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={new Session(fetch, { at: 'member', user: { id: 'u1' } as User })}>
        <MemoryRouter>
          <NowProvider at={new Date().toISOString()}>
            <VoucherView voucher={voucher} />
          </NowProvider>
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  )
  return sent
}

it('shows the sum, the deadline and what each store asks for, also a store of a later release', () => {
  open(aVoucher())
  screen.getByText('¥1,980')
  screen.getByText(/11月23日.*23:59/)
  const lawson = screen.getByRole('region', { name: 'ローソン' })
  expect(lawson.textContent).toContain('234567')
  expect(lawson.textContent).toContain('09012345678')
  expect(screen.getByRole('region', { name: 'セイコーマート' }).textContent).not.toContain(
    '確認番号',
  )
  screen.getByRole('region', { name: 'newmart' })
})

it.each<[OwnVoucher['product']['kind'], string | null, RegExp]>([
  ['event', null, /^12月1日.*19:00 開始$/],
  ['digital_ticket', '灯ホール', /^12月1日.*19:00 開演・灯ホール$/],
])('shows when and where it takes place: %s at %s', (kind, venue, occasion) => {
  open(aVoucher({ product: { ...aVoucher().product, kind, venue } }))
  screen.getByText(occasion)
})

it('is cancelled after a question', async () => {
  const sent = open(aVoucher())
  fireEvent.click(screen.getByRole('button', { name: '番号を取り消す' }))
  await screen.findByText(/お支払いにならないでください/)
  expect(sent).toEqual([])
  fireEvent.click(await screen.findByRole('button', { name: '取り消す' }))
  await expect.poll(() => sent).toEqual([expect.stringMatching(/^DELETE .*\/me\/voucher\/o1$/)])
})

it.each([
  ['paid', aVoucher({ state: 'paid' }), 'お支払いを確認しました'],
  ['over', aVoucher({ state: 'ended' }), 'この番号は使えなくなりました'],
  [
    'expired on a phone without a network',
    aVoucher({ expires_at: '2020-11-23T14:59:59.000Z' }),
    'この番号は使えなくなりました',
  ],
])('shows no number that is %s', (_, voucher, title) => {
  open(voucher)
  screen.getByRole('heading', { name: title })
  expect(screen.queryByText('234567')).toBeNull()
})
