import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import { aTicketOnSale } from '#pwa/features/tickets/testing/samples.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { NowProvider } from '#pwa/lib/now.tsx'
import { answered } from '#pwa/testing/answers.ts'
import { OwnTicketPage } from './OwnTicketPage.tsx'

const REFRESH_MS = 15_000
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const later = '2099-11-25T03:00:00.000Z'
const lottery = {
  ...{ opens_at: '2026-11-19T03:00:00.000Z', closes_at: later, announced_at: later },
  ...{ ends_at: later, buy_days: 1, max_group: 1, members_first: false, then_sold: false },
  ...{ commitment: 'c', list_hash: null, told: false },
}
const counts = { groups: [], choices: [], won: 0, bought: 0, open: 0, lapsed: 0 }
const promotion = {
  ...{ id: 'p', code: 'HARU', codes: 1, seats: 9, per_person: null, stopped: false, types: [] },
  ...{ percent: 20, yen_off: null, presale: false, valid_from: null, valid_until: null },
  can: { remove: false },
}

const ticketOf = (taken: number) => ({
  ...aTicketOnSale({ is_owner: true, status: 'draft' }),
  ...{ taken, types: [], waiting: 0, wanted: 0, listed: 0, resold: 0 },
  // The public page is not shown.
  open_fields: ['start'],
  ...{ number_prefix: '', number_start: 1, number_skip: [], was_issued: false },
})

it('the owner sees sales, applications and used codes grow without a reload', async () => {
  let sold = 1
  const answerOf = (url: string) => {
    if (url.endsWith('/lottery/setting'))
      return { lottery, can: { set: false }, counts: { ...counts, people: sold } }
    if (url.endsWith('/promotion')) return [{ ...promotion, taken: sold }]
    return url.endsWith('/setting') ? ticketOf(sold) : []
  }
  const user = { id: 'u1', my_room: { id: 'aoi' } } as User
  const session = new Session(async (url) => answered(answerOf(url)), { at: 'member', user })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={session}>
        <NowProvider at="2026-11-20T03:00:00.000Z">
          <MemoryRouter initialEntries={['/t/d1']}>
            <Routes>
              <Route path="/t/:eticketid" element={<OwnTicketPage />} />
            </Routes>
          </MemoryRouter>
        </NowProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
  const seen = () => document.body.textContent ?? ''
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await pass(100)
  expect(seen()).toMatch(/1枚.*申し込み1名.*使用 1 \/ 9枚/)
  sold = 7
  await pass(REFRESH_MS)
  expect(seen()).toMatch(/7枚.*申し込み7名.*使用 7 \/ 9枚/)
})
