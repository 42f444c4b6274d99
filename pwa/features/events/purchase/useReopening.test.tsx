import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import type { Room } from '#contract/rooms/calls.ts'
import { startedPayment } from '#pwa/features/orders/started-payment.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { purchaseIntent } from '#pwa/lib/purchase-intent.ts'
import { answered } from '#pwa/testing/answers.ts'
import type { OpenForm } from './Acquire.tsx'
import type { SeatState } from './seat-state.ts'
import { useReopening } from './useReopening.ts'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const room = { id: 'aoi' } as Room

/** The forms that open by themselves for a member. */
function openedIn(state: SeatState) {
  const opened: OpenForm[] = []
  const session = new Session(async () => answered(null), {
    at: 'member',
    user: { id: 'u1' } as User,
  })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SessionProvider value={session}>
      <MemoryRouter>{children}</MemoryRouter>
    </SessionProvider>
  )
  const product = { kind: 'event', id: 'e1' } as const
  renderHook(() => useReopening(product, { state, room }, (form) => opened.push(form)), { wrapper })
  return opened.map(({ joining }) => joining)
}

it.each<[SeatState, (Room | undefined)[]]>([
  ['member', [undefined]],
  ['outside', [room]],
  ['held', [undefined]],
  ['unknown', []],
])('the form of a started payment opens by itself in the state %s', (state, forms) => {
  purchaseIntent.set('/')
  expect(openedIn(state), 'no payment was started').toEqual([])
  startedPayment('event', 'e1').keep('pi_1')
  expect(openedIn(state)).toEqual(forms)
})
