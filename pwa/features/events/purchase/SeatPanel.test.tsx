import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import { startedPayment } from '#pwa/features/orders/started-payment.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { purchaseIntent } from '#pwa/lib/purchase-intent.ts'
import { answered } from '#pwa/testing/answers.ts'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { SeatPanel } from './SeatPanel.tsx'
import type { SeatState } from './seat-state.ts'

const HIDDEN: SeatState[] = ['full', 'soldOut', 'choose', 'held', 'over', 'closed']

beforeAll(standInForDialogs)
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

/** The panel of a free ticket, as its page shows it to a member. */
function open(first: SeatState = 'member') {
  const client = new QueryClient()
  const session = new Session(async () => answered(null), {
    at: 'member',
    user: { id: 'u1' } as User,
  })
  const panel = (state: SeatState) => (
    <QueryClientProvider client={client}>
      <SessionProvider value={session}>
        <MemoryRouter>
          <SeatPanel
            what="視聴チケット"
            amount={0}
            state={state}
            subject={{ src: null, title: '星の夜', note: '' }}
            room={undefined}
            foot={false}
            ownerPage="/"
            cancelled=""
            waited={{ kind: 'event', id: 'e1', hours: 48, until: '2026-11-27T12:30:00.000Z' }}
            sheet={(onClose) => (
              <button type="button" onClick={onClose}>
                支払いの画面
              </button>
            )}
          />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>
  )
  const { rerender } = render(panel(first))
  return (state: SeatState) => rerender(panel(state))
}
const form = () => screen.queryByRole('button', { name: '支払いの画面' })

it('keeps the open form when the page learns that its buyer holds the last seat, or has it', async () => {
  const become = open()
  fireEvent.click(await screen.findByRole('button', { name: 'チケットを受け取る' }))
  const opened = form()
  expect(opened).not.toBeNull()
  for (const state of ['full', 'soldOut', 'held'] as const) {
    become(state)
    expect(form()).toBe(opened)
  }
  fireEvent.click(screen.getByRole('button', { name: '支払いの画面' }))
  expect(form()).toBeNull()
})

it.each(HIDDEN)(
  'opens the form of a payment that the page before started where the ticket is %s',
  (state) => {
    purchaseIntent.set('/')
    startedPayment('event', 'e1').keep('pi_1')
    open(state)
    fireEvent.click(screen.getByRole('button', { name: '支払いの画面' }))
    expect(form()).toBeNull()
    expect(purchaseIntent.isOf('/')).toBe(false)
  },
)

it.each<[string, () => void]>([
  ['no payment was started', () => purchaseIntent.set('/')],
  ['its form was closed', () => startedPayment('event', 'e1').keep('pi_1')],
  [
    'it was for another product',
    () => {
      purchaseIntent.set('/')
      startedPayment('digital_ticket', 'e1').keep('pi_1')
    },
  ],
])('opens no form of itself if %s', (_, before) => {
  before()
  const become = open('unknown')
  become('full')
  expect(form()).toBeNull()
})
