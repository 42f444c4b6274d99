import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import { events } from '#contract/events/calls.ts'
import { CARD_NOT_AUTHENTICATED, PAYMENT_UNFINISHED } from '#contract/payments/messages.ts'
import { startedPayment } from '#pwa/features/orders/started-payment.ts'
import { anEvent } from '#pwa/features/tickets/testing/samples.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { NowProvider } from '#pwa/lib/now.tsx'
import { answered } from '#pwa/testing/answers.ts'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { TicketOverlay } from './TicketOverlay.tsx'

const NOW = '2026-11-20T10:00:00.000Z'
const event = anEvent({ joined: false, amount: 1_980 })
const started = () => startedPayment('event', event.id)

beforeAll(standInForDialogs)
beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

/** Opens the form, as the page does that the bank's check has loaded anew; `joined`: the answer to the payment. */
function open(joined: () => Response) {
  const sent: unknown[] = []
  const fetch = async (url: string, { body }: RequestInit = {}) => {
    if (url.endsWith(events.join.path)) {
      sent.push(JSON.parse(String(body)))
      return joined()
    }
    if (url.endsWith('/notify')) sent.push(JSON.parse(String(body)))
    return answered([])
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={new Session(fetch, { at: 'member', user: { id: 'u1' } as User })}>
        <NowProvider at={NOW}>
          <MemoryRouter>
            <TicketOverlay event={event} liveOnly={false} joining={undefined} onClose={() => {}} />
          </MemoryRouter>
        </NowProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
  return sent
}
const reminder = () => screen.findByRole('switch', { name: '開始前に通知を受け取る' })

it('shows the ticket of a payment that the page before had started, and keeps what its form said', async () => {
  started().keep('pi_1')
  open(() => answered({ message: PAYMENT_UNFINISHED }, 409))
  fireEvent.click(await reminder())
  cleanup()
  const sent = open(() => answered({}))
  screen.getByText(/お支払いを確認しています/)
  await screen.findByRole('heading', { name: 'チケットを購入しました' })
  expect(sent).toEqual([{ event_id: event.id, paymentIntentId: 'pi_1' }, { on: false }])
  expect(started().ref()).toBeUndefined()
  cleanup()
  open(() => answered({}))
  expect((await reminder()).getAttribute('aria-checked')).toBe('true')
})

it('opens its form for a payment of the page before that is not paid, or says why', async () => {
  started().keep('pi_1')
  open(() => answered({ message: CARD_NOT_AUTHENTICATED }, 402))
  await screen.findByText(CARD_NOT_AUTHENTICATED)
  await reminder()
})
