import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import type { Resale } from '#contract/resale/calls.ts'
import { RESALE_OFF, RESALE_PRICE_CHANGED } from '#contract/resale/messages.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { answered } from '#pwa/testing/answers.ts'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { ResaleCard, ResoldAlert } from './ResaleCard.tsx'

beforeAll(standInForDialogs)
afterEach(cleanup)

const until = '2026-11-27T12:30:00.000Z'
const of = { kind: 'event', id: 'e1' } as const
const resaleOf = (change: Partial<Resale>): Resale => ({
  ...{ ...of, state: 'none', amount: 1_980, until, why: null },
  ...{ can: { list: false, withdraw: false } },
  ...change,
})

/** Shows the ticket of a member; returns the requests that change something. */
function open(resale: Resale, card = <ResaleCard of={of} until={until} />) {
  const sent: string[] = []
  const fetch = async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'GET') sent.push(`${method} ${url}`)
    return answered(method === 'DELETE' ? null : resale)
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={new Session(fetch, { at: 'member', user: { id: 'u1' } as User })}>
        <MemoryRouter>{card}</MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  )
  return sent
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

it('lists a ticket after saying what happens, at what price, and until when', async () => {
  const sent = open(resaleOf({ can: { list: true, withdraw: false } }))
  await press('公式リセールに出す')
  await screen.findByText(/あなたが支払った¥1,980/)
  screen.getByText(/お待ちの方がいなければ、ほかのお席が売り切れてから販売します/)
  screen.getByText(/次の方の支払いが済むまで、チケットはあなたのもの/)
  screen.getByText(/11月27日\(金\) 21:30.*までに購入する方がいないとき/)
  expect(sent).toEqual([])
  await press('出す')
  await expect.poll(() => sent).toEqual([expect.stringMatching(/^POST .*\/me\/resale\/event\/e1$/)])
})

it('takes a listed ticket back', async () => {
  const sent = open(resaleOf({ state: 'listed', can: { list: false, withdraw: true } }))
  await screen.findByText('公式リセールに出しています。')
  await press('取りやめる')
  fireEvent.click((await screen.findAllByRole('button', { name: '取りやめる' })).at(-1)!)
  await expect.poll(() => sent).toEqual([expect.stringMatching(/^DELETE /)])
})

it('says why a ticket cannot be listed', async () => {
  open(resaleOf({ why: RESALE_PRICE_CHANGED }))
  await screen.findByText(RESALE_PRICE_CHANGED)
  expect(screen.queryByRole('button')).toBeNull()
})

it('says that nobody bought it, and that it stays', async () => {
  open(resaleOf({ state: 'unsold' }))
  await screen.findByText(/チケットはあなたのもので、そのまま使えます/)
})

it('is missing on a ticket whose owner does not take part', () => {
  open(resaleOf({ until: null, why: RESALE_OFF }), <ResaleCard of={of} until={null} />)
  expect(screen.queryByText('公式リセール')).toBeNull()
})

it('says of a ticket that was sold where the money is', async () => {
  open(resaleOf({ state: 'sold' }), <ResoldAlert of={of} />)
  await screen.findByText(/次の方が購入したため、このチケットは使えません。支払った¥1,980を返金/)
  expect(screen.getByRole('link', { name: 'お支払い履歴を見る' }).getAttribute('href')).toBe(
    '/account/payments',
  )
})
