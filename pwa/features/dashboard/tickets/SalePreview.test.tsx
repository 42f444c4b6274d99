import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import type { OwnDigitalTicket } from '#contract/tickets/calls.ts'
import { aTicketOnSale, aType } from '#pwa/features/tickets/testing/samples.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { StillNow } from '#pwa/lib/now.tsx'
import { answered } from '#pwa/testing/answers.ts'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { SalePreview } from './SalePreview.tsx'
import type { Presale } from './sale-phases.ts'

beforeAll(standInForDialogs)
afterEach(cleanup)

const NOW = '2026-11-10T00:00:00.000Z'
const lottery = {
  opens_at: '2026-11-12T03:00:00.000Z',
  closes_at: '2026-11-15T03:00:00.000Z',
  announced_at: '2026-11-16T03:00:00.000Z',
  ends_at: '2026-11-25T03:00:00.000Z',
  ...{ buy_days: 3, max_group: 1, members_first: false, then_sold: false },
}

/** Shows the preview to the owner; returns the requests that change something. */
function open(change: Partial<OwnDigitalTicket> = {}, codes: Presale[] = []) {
  const sent: string[] = []
  const fetch = async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'GET') sent.push(`${method} ${url}`)
    if (url.endsWith('/promotion')) return answered(codes)
    return answered({ id: 'aoi', state: 1, subscribed: false, amount: 980 })
  }
  const ticket = { ...aTicketOnSale({ is_owner: true }), ...change } as OwnDigitalTicket
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={new Session(fetch, { at: 'member', user: { id: 'u1' } as User })}>
        <MemoryRouter>
          <StillNow value={NOW}>
            <SalePreview ticket={ticket} />
          </StillNow>
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  )
  return sent
}
const choose = (name: string) =>
  fireEvent.change(screen.getByLabelText(/購入の画面の見え方/), { target: { value: name } })

it('the preview shows the fan’s purchase and waiting list, and its buttons do nothing', async () => {
  const sent = open()
  fireEvent.click(await screen.findByRole('button', { name: /チケットを購入/ }))
  expect(screen.queryByRole('dialog')).toBeNull()
  choose('full')
  fireEvent.click(await screen.findByRole('button', { name: 'キャンセル待ちに登録' }))
  choose('held')
  await screen.findByText('チケットボックスを開く')
  expect(sent).toEqual([])
})

it('the preview shows the waiting list of a type, and its offer', async () => {
  open({ types: [aType({ id: 's', name: 'S席' }) as never] })
  choose('full')
  await screen.findByText('「S席」は満席になりました。')
  choose('offered')
  await screen.findByText(/「S席」のお席をご用意しました/)
})

it('the preview shows an early sale to the owner of its code', async () => {
  const type = aType({ id: 's', name: 'S席', sales_from: '2026-11-14T03:00:00.000Z' })
  const terms = { percent: null, yen_off: null, valid_until: null, types: [], stopped: false }
  const code = { ...terms, presale: true, valid_from: '2026-11-12T03:00:00.000Z' }
  open({ types: [type as never] }, [code])
  await screen.findByText('先行のコードをお持ちの方')
  expect(screen.queryByText('券種を選んでください')).toBeNull()
  choose('presale')
  expect(screen.getByText(/11月12日.*からの見え方/)).toBeTruthy()
  await screen.findByText('券種を選んでください')
})

it('the preview shows a lottery as of the time of its phases', async () => {
  open({ lottery })
  await screen.findByText(/抽選の申し込みは、11月12日/)
  choose('won')
  expect(screen.getByText(/11月16日.*からの見え方/)).toBeTruthy()
  await screen.findByText('当選しました。')
  choose('lost')
  await screen.findByText('お席をご用意できませんでした。')
})
