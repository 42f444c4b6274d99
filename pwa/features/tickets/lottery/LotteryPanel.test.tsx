import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import type { LotteryApplication, LotterySale } from '#contract/lottery/calls.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { NowProvider } from '#pwa/lib/now.tsx'
import { answered } from '#pwa/testing/answers.ts'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { aTicketOnSale } from '../testing/samples.ts'
import { LotteryPanel } from './LotteryPanel.tsx'

beforeAll(standInForDialogs)
afterEach(cleanup)

const NOW = '2026-11-20T03:00:00.000Z'
const sale: LotterySale = {
  ...{ opens_at: '2026-11-18T03:00:00.000Z', closes_at: '2099-11-22T03:00:00.000Z' },
  ...{ announced_at: '2099-11-23T03:00:00.000Z', ends_at: '2099-11-27T03:00:00.000Z' },
  ...{ buy_days: 3, max_group: 4, members_first: false, then_sold: false },
}
const nothing: LotteryApplication = {
  ...{ state: 'none', public_id: null, contribution: null, choices: [], group: [], invite: null },
  ...{ type: null, until: null, invited_by: null, can: { apply: true } },
}

/** The panel of a member, with what stands in `answers` at the time of each request for the application. */
function open(answers: { application: Response }, path = '/', times: Partial<LotterySale> = {}) {
  const fetch = async (url: string) =>
    url.includes('/me/lottery/') ? answers.application.clone() : answered([])
  const session = new Session(fetch, { at: 'member', user: { id: 'u1' } as User })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <SessionProvider value={session}>
        <NowProvider at={NOW}>
          <MemoryRouter initialEntries={[path]}>
            <LotteryPanel ticket={aTicketOnSale()} sale={{ ...sale, ...times }} room={undefined} />
          </MemoryRouter>
        </NowProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
}

it('says that the application could not be read, and reads it again', async () => {
  const answers = { application: answered({}, 500) }
  open(answers)
  await screen.findByText('読み込めませんでした。')
  answers.application = answered(nothing)
  fireEvent.click(screen.getByRole('button', { name: 'もう一度読み込む' }))
  await screen.findByRole('button', { name: '抽選に申し込む' })
})

it('lets who follows an invitation that is no longer good apply alone', async () => {
  open({ application: answered(nothing) }, '/?group=old')
  await screen.findByText(/この招待は、もう使えません/)
  screen.getByRole('button', { name: '抽選に申し込む' })
})

it('asks winners to buy first, and offers to decline below', async () => {
  const won = { ...nothing, state: 'won', until: '2099-11-26T03:00:00.000Z' } as const
  const past = '2026-11-19T03:00:00.000Z'
  open({ application: answered(won) }, '/', { closes_at: past, announced_at: past })
  await screen.findByText('当選しました。')
  const names = (await screen.findAllByRole('button')).map(({ textContent }) => textContent)
  expect(names).toEqual(['チケットを購入する', '当選を辞退する'])
})
