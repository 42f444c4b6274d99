import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import type { UsableCode } from '#contract/promotions/calls.ts'
import { CODE_OTHER_TYPE, CODE_UNKNOWN } from '#contract/promotions/messages.ts'
import type { TicketOnSale } from '#contract/tickets/calls.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import type { SessionState } from '#pwa/lib/api/session-state.ts'
import { Session } from '#pwa/lib/api/user-session.ts'
import { NowProvider } from '#pwa/lib/now.tsx'
import { answered } from '#pwa/testing/answers.ts'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { EntryPanel } from '../room/EntryPanel.tsx'
import { aTicketOnSale, aType } from '../testing/samples.ts'

const NOW = '2026-11-20T03:00:00.000Z'
const LATER = '2026-11-21T03:00:00.000Z'
const MEMBER: SessionState = { at: 'member', user: { id: 'u1' } as User }

beforeAll(standInForDialogs)
beforeEach(() => void vi.useFakeTimers({ now: new Date(NOW), toFake: ['Date'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  localStorage.clear()
  sessionStorage.clear()
})

const codeOf = (change: Partial<UsableCode> = {}): UsableCode => ({
  ...{ code: 'HARU', percent: 20, yen_off: null, presale: false, left: null, types: [] },
  ...{ valid_from: null, valid_until: null },
  ...change,
})

/** Shows the panel of a ticket; `known`: what the server says of the code HARU. */
function open(
  ticket: Partial<TicketOnSale>,
  { known = codeOf(), link = '', session = MEMBER, until = Promise.resolve() }: Opened = {},
) {
  const requests: unknown[] = []
  const fetch = async (url: string, { body }: RequestInit = {}) => {
    if (!url.endsWith('/code')) return answered([])
    const { code } = JSON.parse(String(body))
    requests.push(code)
    await until
    const errors = { code: [CODE_UNKNOWN] }
    return code.toUpperCase() === known.code
      ? answered(known)
      : answered({ message: CODE_UNKNOWN, errors }, 422)
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={new Session(fetch, session)}>
        <NowProvider at={NOW}>
          <MemoryRouter initialEntries={[`/community/aoi/e_ticket/d1${link}`]}>
            <EntryPanel
              ticket={aTicketOnSale({ takes_code: true, max_seats: 3, ...ticket })}
              room={undefined}
            />
          </MemoryRouter>
        </NowProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
  return requests
}
interface Opened {
  known?: UsableCode
  /** The end of the address. */
  link?: string
  session?: SessionState
  /** The server says what it knows of a code only then. */
  until?: Promise<void>
}
const enter = (code: string) => {
  fireEvent.change(screen.getByLabelText('コード'), { target: { value: code } })
  fireEvent.click(screen.getByRole('button', { name: 'コードを使う' }))
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('shows what a typed code takes off before the press, for as many seats as it is good for', async () => {
  open({}, { known: codeOf({ left: 2 }) })
  enter('haru')
  await screen.findByText('20%割引')
  screen.getByText('¥2,800（税込）', { selector: 'b.num' })
  press('枚数を増やす')
  screen.getByText(/価格 ¥7,000 − 割引 ¥1,400/)
  const more = screen.getByRole<HTMLButtonElement>('button', { name: '枚数を増やす' })
  expect(more.disabled).toBe(true)
  press('コードを外す')
  screen.getByText(/¥3,500 × 2枚/)
  expect(localStorage.length).toBe(0)
})

it('says on its field why a code is refused, and keeps what was typed', async () => {
  open({})
  enter('natsu')
  await screen.findByText(CODE_UNKNOWN)
  expect(screen.getByLabelText<HTMLInputElement>('コード').value).toBe('natsu')
})

it('uses the code of a link at once, and a visitor’s after the login', async () => {
  const visitor = open({}, { link: '#code=ha-ru', session: { at: 'visitor' } })
  await screen.findByDisplayValue('HARU')
  expect(visitor).toEqual([])
  cleanup()
  const requests = open({})
  await screen.findByText('20%割引')
  expect(requests).toEqual(['HARU'])
})

const form = () => screen.queryByRole('dialog', { name: 'チケットの購入' })

it('opens the purchase form of a link only with its code, so that nobody pays without it', async () => {
  const { promise: until, resolve: answer } = Promise.withResolvers<void>()
  const requests = open({}, { link: '?buy&seats=2#code=HARU', until })
  await screen.findByText('2枚')
  await waitFor(() => expect(requests).toEqual(['HARU']))
  expect(form()).toBeNull()
  answer()
  await screen.findByText('−¥1,400（20%割引のコード HARU）')
  expect(form()).not.toBeNull()
  expect(requests).toEqual(['HARU'])
})

it('says in the purchase form of a link that its code is not used, and does not ask for it again', async () => {
  open({}, { link: '?buy#code=NATSU' })
  await screen.findByText(`コードは使われていません。${CODE_UNKNOWN}`)
  expect(localStorage.length).toBe(0)
})

it('says in the purchase form that the code is for other types', async () => {
  const types = [aType({ id: 's', name: 'S席' }), aType({ id: 'a', name: '一般' })]
  open({ types }, { known: codeOf({ types: ['s'] }), link: '?buy&type=a#code=HARU' })
  await screen.findByText(`コードは使われていません。${CODE_OTHER_TYPE}`)
})

it('uses the code that a visitor typed, whichever button leads to the login', async () => {
  open({}, { session: { at: 'visitor' } })
  fireEvent.change(screen.getByLabelText('コード'), { target: { value: 'haru' } })
  cleanup()
  open({})
  await screen.findByText('20%割引')
})

it('opens the sale of its types, and is not used for others', async () => {
  const types = [
    aType({ id: 's', name: 'S席', amount: 6_500, sales_from: LATER }),
    aType({ id: 'a', name: '一般' }),
  ]
  open({ types }, { known: codeOf({ presale: true, valid_from: NOW, types: ['s'] }) })
  const choice = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name })
  expect(choice(/S席/).disabled).toBe(true)
  enter('HARU')
  await screen.findByText('20%割引')
  fireEvent.click(choice(/S席/))
  expect(screen.getAllByText('¥5,200（税込）').length).toBeGreaterThan(0)
  fireEvent.click(choice(/一般/))
  screen.getByText(CODE_OTHER_TYPE)
  screen.getAllByText('¥3,500（税込）')
})

it.each([
  ['takes none', { takes_code: false }],
  ['is sold by its holder', { resale: true }],
  ['is held', { held: true }],
])('does not ask for a code where the ticket %s', (_, ticket) => {
  open(ticket)
  expect(screen.queryByText('コードをお持ちの方')).toBeNull()
})
