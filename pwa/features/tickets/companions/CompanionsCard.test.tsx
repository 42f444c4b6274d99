import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import type { CompanionSeat, IssuedTicket } from '#contract/tickets/calls.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { answered } from '#pwa/testing/answers.ts'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { anIssued } from '../testing/samples.ts'
import { CompanionsCard } from './CompanionsCard.tsx'

beforeAll(standInForDialogs)
afterEach(cleanup)

const aSeat = (change: Partial<CompanionSeat>): CompanionSeat => ({
  ...{ id: 's1', number: 'A 043', state: 'open', linked: false, holder: null, used_at: null },
  ...change,
})
const holder = {
  name: 'umi',
  display_name: '海',
  icon_image_small_path: null,
  official_flg: 0,
} as const

/** Shows the card of a ticket; returns the requests that change something. */
function open(issued: IssuedTicket, at: 'member' | 'offline' = 'member') {
  const sent: string[] = []
  const fetch = async (url: string, { method = 'GET' }: RequestInit = {}) => {
    sent.push(`${method} ${url}`)
    return answered(method === 'DELETE' ? null : { url: 'http://room.test/companion#secret' })
  }
  const session = new Session(
    fetch,
    at === 'member' ? { at, user: { id: 'u1' } as User } : { at: 'visitor' },
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={session}>
        <CompanionsCard issued={issued} />
      </SessionProvider>
    </QueryClientProvider>,
  )
  return sent
}

it('shows nothing for a ticket without companions, nor for one that was stored by the last release', () => {
  open(anIssued())
  const { companions: _, ...old } = anIssued()
  open(old as IssuedTicket)
  expect(screen.queryByText('同行者のチケット')).toBeNull()
})

it('shows who has which ticket, also offline, but makes links only online', () => {
  const seats = [aSeat({}), aSeat({ id: 's2', number: 'A 044', state: 'accepted', holder })]
  open(anIssued({ companions: seats }), 'offline')
  screen.getByText('未受け取り')
  screen.getByText('海')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'リンクを送る' }).disabled).toBe(
    true,
  )
  screen.getByText('リンクを送るには、通信が必要です。')
})

it('shows a new link once, and asks before an earlier one ends', async () => {
  const sent = open(anIssued({ companions: [aSeat({ linked: true })] }))
  fireEvent.click(screen.getByRole('button', { name: 'リンクを作り直す' }))
  await screen.findByText('前に送ったリンクは、使えなくなります。')
  expect(sent).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: '作り直す' }))
  await screen.findByRole('img', { name: 'チケットを受け取るリンクのQRコード' })
  expect(sent).toEqual([expect.stringMatching(/^POST .*\/me\/digitalTicket\/i1\/companion\/s1$/)])
})
