import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DAY_MS } from '#contract/lib/durations.ts'
import type { Wait } from '#contract/waitlist/calls.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { storeOffset } from '#pwa/lib/clock/phone-clock.ts'
import { NowProvider } from '#pwa/lib/now.tsx'
import { answered } from '#pwa/testing/answers.ts'
import { anIssued } from '../testing/samples.ts'
import { TicketBox } from './TicketBox.tsx'
import type { HeldQuery } from './useHeld.ts'

const issued = anIssued()
/** The day of the event by a phone whose clock is a day fast. */
const phone = new Date(Date.parse(issued.ticket.starts_at) + DAY_MS)

beforeEach(() => void vi.useFakeTimers({ now: phone }))
afterEach(() => {
  cleanup()
  storeOffset(0, 0)
  vi.useRealTimers()
})

async function open(waits: Wait[] = []) {
  const tickets = { data: { events: [], issued: [issued] }, error: null, more: null, busy: false }
  const session = new Session(
    async (url) => (String(url).includes('/me/wait') ? answered(waits) : Response.json([])),
    { at: 'visitor' },
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={session}>
        <MemoryRouter>
          <NowProvider at={phone.toISOString()}>
            <TicketBox tickets={tickets as unknown as HeldQuery} />
          </NowProvider>
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  )
  await act(() => vi.advanceTimersByTimeAsync(1_000))
}

it('shows a ticket of today first on a phone known to be a day fast', async () => {
  storeOffset(-DAY_MS, phone.getTime())
  await open()
  screen.getByRole('heading', { name: '次のチケット' })
})

it('uses the phone’s clock if no correction is known', async () => {
  await open()
  expect(screen.queryByRole('heading', { name: '次のチケット' })).toBeNull()
})

it('shows seats with a deadline above the next ticket, and waiting lists below it', async () => {
  storeOffset(-DAY_MS, phone.getTime())
  const wait: Omit<Wait, 'id' | 'title'> = {
    ...{ kind: 'event', room: 'aoi', type: null, state: 'waiting', seats: 1, place: 3 },
    ...{ until: null, drawn: false, resale: false, can: { join: false } },
  }
  const until = issued.ticket.starts_at
  await open([
    { ...wait, id: 'w1', title: '朗読会' },
    { ...wait, id: 'w2', title: '桟敷席', state: 'offered', place: null, until },
  ])
  const titles = screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)
  expect(titles).toEqual(['お取りしているお席', '次のチケット', 'キャンセル待ち'])
})
