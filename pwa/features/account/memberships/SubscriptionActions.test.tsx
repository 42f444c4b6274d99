import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { SubscribedRoom } from '#contract/rooms/calls.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { SubscriptionActions } from './SubscriptionActions.tsx'

afterEach(cleanup)

const leftOf = (state: SubscribedRoom['state']) =>
  ({
    ...{ id: 'aoi', title: '夜ふかし喫茶室', amount: 980, state },
    subscription: {
      ...{ id: 'sub_1', status: 'active', amount: 980, locks_at: null },
      ...{ current_period_end: '2026-12-20T03:00:00.000Z', cancel_at_period_end: true },
    },
  }) as unknown as SubscribedRoom

function open(room: SubscribedRoom) {
  const session = new Session(async () => new Response(null, { status: 204 }), { at: 'visitor' })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={session}>
        <SubscriptionActions room={room} pays={false} />
      </SessionProvider>
    </QueryClientProvider>,
  )
}
const stay = () => screen.queryByRole('button', { name: '退会を取りやめる' })

it('offers to withdraw the leaving of a room that continues', () => {
  open(leftOf(1))
  expect(stay()).not.toBeNull()
})

it.each([8, 9] as const)('offers no withdrawal in a closing room of state %i', (state) => {
  open(leftOf(state))
  expect(screen.queryAllByRole('button')).toEqual([])
})
