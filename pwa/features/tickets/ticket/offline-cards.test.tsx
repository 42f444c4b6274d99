import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import type { SessionState } from '#pwa/lib/api/session-state.ts'
import { Session } from '#pwa/lib/api/user-session.ts'
import { answered } from '#pwa/testing/answers.ts'
import { EntrantCard } from '../entrant/EntrantCard.tsx'
import { anIssued } from '../testing/samples.ts'
import { PaperTicket } from './PaperTicket.tsx'

afterEach(cleanup)

const CARDS = [
  { Card: EntrantCard, action: '配慮の希望を伝える', reason: '入力には、通信が必要です。' },
  {
    ...{ Card: PaperTicket, action: '紙のチケットを用意する' },
    reason: '紙のチケットを表示するには、通信が必要です。',
  },
]
const open = (Card: typeof EntrantCard, state: SessionState) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={new Session(async () => answered(null), state)}>
        <Card issued={anIssued()} />
      </SessionProvider>
    </QueryClientProvider>,
  )

it.each(CARDS)(
  'an open ticket says offline why this is not possible: $action',
  ({ Card, action, reason }) => {
    open(Card, { at: 'visitor' })
    expect(screen.getByRole<HTMLButtonElement>('button', { name: action }).disabled).toBe(true)
    screen.getByText(reason)
  },
)

it.each(CARDS)('an open ticket offers online: $action', ({ Card, action, reason }) => {
  open(Card, { at: 'member', user: { id: 'u1' } as User })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: action }).disabled).toBe(false)
  expect(screen.queryByText(reason)).toBeNull()
})
