import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import type { Event } from '#contract/events/calls.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import type { Room } from '#contract/rooms/calls.ts'
import type { Wait } from '#contract/waitlist/calls.ts'
import { anEvent } from '#pwa/features/tickets/testing/samples.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { storeOffset } from '#pwa/lib/clock/phone-clock.ts'
import { NowProvider } from '#pwa/lib/now.tsx'
import { answered } from '#pwa/testing/answers.ts'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { KindChooser } from './KindChooser.tsx'
import { TicketPanel } from './TicketPanel.tsx'
import { useChosenKind } from './useChosenKind.ts'

const NOW = '2026-11-20T10:00:00.000Z'
const CHOOSE_FIRST = '券種を選んでください'
const MEMBER = { subscribed: true, state: 1, amount: 0 } as Room

beforeAll(standInForDialogs)
beforeEach(() => {
  sessionStorage.clear()
  vi.useFakeTimers({ now: new Date(NOW), toFake: ['Date'] })
})
afterEach(() => {
  cleanup()
  storeOffset(0, 0)
  vi.useRealTimers()
})

/** An event on sale in two kinds; `change` overrides fields. */
const inKinds = (change: Partial<Event> = {}) =>
  anEvent({ ...{ joined: false, live_amount: 1_200, amount: 1_980 }, ...change })

/** The choice and the purchase, as the event's page has them. */
function Page({ event }: { event: Event }) {
  const kind = useChosenKind(event)
  return (
    <>
      <KindChooser event={event} room={MEMBER} choice={kind} />
      <TicketPanel event={event} room={MEMBER} kind={kind.chosen} />
    </>
  )
}

function open(event: Event, { path = '/', wait = {} as Partial<Wait> } = {}) {
  const fetch = async (url: string) => answered(url.includes('/me/wait/') ? wait : [])
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={new Session(fetch, { at: 'member', user: { id: 'u1' } as User })}>
        <NowProvider at={NOW}>
          <MemoryRouter initialEntries={[path]}>
            <Page event={event} />
          </MemoryRouter>
        </NowProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
}
const CAN = { can: { buy: true, watch: false, speak: false, edit: false, moderate: false } }
const rows = () => screen.queryAllByRole<HTMLInputElement>('radio')
const textsOf = (inputs: HTMLElement[]) => inputs.map((one) => one.closest('label')?.textContent)

it('shows what each kind contains and costs, and sells the one that the buyer chooses', async () => {
  open(inKinds(CAN))
  expect(textsOf(rows())).toEqual([
    '配信のみ¥1,200（税込）配信中だけご覧いただけます。見逃し配信は含まれません',
    '配信＋見逃し配信¥1,980（税込）配信と見逃し配信（終了後、14日間）をご覧いただけます',
  ])
  expect(rows().map(({ checked }) => checked)).toEqual([false, false])
  const panel = screen.getByRole('complementary', { name: '視聴チケット' })
  expect(panel.textContent).toContain('¥1,200〜（税込）')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: CHOOSE_FIRST }).disabled).toBe(true)
  fireEvent.click(rows()[0]!)
  await screen.findByRole('button', { name: 'チケットを購入する' })
  expect(panel.querySelector('b.num')?.textContent).toBe('¥1,200（税込）')
})

it('keeps the choice of the link that brought the buyer back', async () => {
  open(inKinds(CAN), { path: '/?type=archive' })
  await screen.findByRole('button', { name: 'チケットを購入する' })
  expect(rows().map(({ checked }) => checked)).toEqual([false, true])
})

it('asks for the kind also for a seat that is offered', async () => {
  const wait = { state: 'offered', seats: 1, until: NOW, can: { join: false } } as Partial<Wait>
  open(inKinds({ ...CAN, remaining: 0 }), { wait })
  await screen.findByRole('button', { name: CHOOSE_FIRST })
  fireEvent.click(rows()[1]!)
  await screen.findByRole('button', { name: 'チケットを購入する' })
})

it('sells by the server’s clock on a phone that is a day fast', async () => {
  storeOffset(-DAY_MS, Date.parse(NOW))
  vi.setSystemTime(Date.parse(NOW) + DAY_MS)
  open(anEvent({ ...CAN, joined: false, sales_end: '2026-11-20T11:00:00.000Z' }))
  await screen.findByRole('button', { name: 'チケットを購入する' })
})

it('only lists the kinds before the sale', () => {
  open(inKinds({ end: '2027-03-08T10:00:00.000Z', sales_end: '2027-03-08T09:00:00.000Z' }))
  expect(rows().map(({ disabled }) => disabled)).toEqual([true, true])
})

it.each([
  ['an event that is sold in one kind', inKinds({ ...CAN, live_amount: null })],
  ['an event of the last release', { ...inKinds(CAN), live_amount: undefined } as unknown as Event],
  ['an event that was', inKinds({ publishment_flg: 3 })],
  ['the owner of an event that was', inKinds({ publishment_flg: 3, is_owner: true })],
  ['a cancelled event', inKinds({ cancelled: true })],
])('has no choice for %s', (_, event) => {
  open(event)
  expect(rows()).toEqual([])
  expect(screen.queryByRole('button', { name: CHOOSE_FIRST })).toBeNull()
})
