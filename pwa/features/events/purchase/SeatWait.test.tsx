import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import type { Room } from '#contract/rooms/calls.ts'
import type { Wait } from '#contract/waitlist/calls.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { answered } from '#pwa/testing/answers.ts'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { SeatWait, type Waited } from './SeatWait.tsx'

beforeAll(standInForDialogs)
afterEach(cleanup)

const until = '2026-11-27T12:30:00.000Z'
const waitOf = (change: Partial<Wait>): Wait => ({
  ...{ kind: 'event', id: 'e1', title: '夜ふかし朗読会', room: 'aoi', type: null },
  ...{ state: 'none', place: null, seats: 1, until: null, drawn: false, resale: false },
  can: { join: false },
  ...change,
})

/** Shows the list of an event to a member; returns the requests that change something. */
function open(wait: Wait, isSubscribed = true, group?: Waited['group']) {
  const sent: string[] = []
  const fetch = async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'GET') sent.push(`${method} ${url}`)
    return answered(method === 'DELETE' ? null : wait)
  }
  const room = { subscribed: isSubscribed } as Room
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={new Session(fetch, { at: 'member', user: { id: 'u1' } as User })}>
        <MemoryRouter>
          <SeatWait
            waited={{ kind: 'event', id: 'e1', hours: 48, until, ...(group && { group }) }}
            room={room}
          >
            <button type="button">チケットを購入する</button>
          </SeatWait>
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  )
  return sent
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const isForSale = () => screen.queryByRole('button', { name: 'チケットを購入する' }) !== null

it('is joined after its rules were read', async () => {
  const sent = open(waitOf({ can: { join: true } }))
  await press('キャンセル待ちに登録')
  await screen.findByText(/ご案内から48時間、お席をお取りします/)
  expect(sent).toEqual([])
  await press('登録する')
  await expect.poll(() => sent).toEqual([expect.stringMatching(/^POST .*\/me\/wait\/event\/e1$/)])
  expect(isForSale()).toBe(false)
})

it('shows the place of a person who waits, and how to leave', async () => {
  const sent = open(waitOf({ state: 'waiting', place: 12 }))
  await screen.findByText('12番目')
  await press('取りやめる')
  fireEvent.click((await screen.findAllByRole('button', { name: '取りやめる' })).at(-1)!)
  await expect.poll(() => sent).toEqual([expect.stringMatching(/^DELETE /)])
})

it('sells an offered seat, until its deadline', async () => {
  open(waitOf({ state: 'offered', until }))
  await screen.findByText('お席をご用意しました。')
  screen.getByText(/^11月27日\(金\) 21:30.*まで$/)
  expect(isForSale()).toBe(true)
})

it('says that an offer has lapsed, and can be joined again', async () => {
  open(waitOf({ state: 'lapsed', until, can: { join: true } }))
  await screen.findByText(/次の方にご案内しました/)
  await screen.findByRole('button', { name: 'キャンセル待ちに登録' })
  expect(isForSale()).toBe(false)
})

it('says that only members may join', async () => {
  open(waitOf({}), false)
  await screen.findByText('ルームに参加すると、キャンセル待ちに登録できます。')
  expect(screen.queryByRole('button', { name: 'キャンセル待ちに登録' })).toBeNull()
})

it('of several seats sends their number, after the rule was read', async () => {
  const group = { seats: 3, choice: <p>三枚</p> }
  const sent = open(waitOf({ can: { join: true } }), true, group)
  await screen.findByText('三枚')
  await press('キャンセル待ちに登録')
  await screen.findByText('キャンセル待ちに、3枚で登録しますか？')
  screen.getByText(/そろうまでお席をお取りしておきます/)
  await press('登録する')
  await expect.poll(() => sent).toEqual([expect.stringMatching(/\/e1\?seats=3$/)])
})

it.each([
  ['waited for', { state: 'waiting', place: 2 }, '3枚待ち・2番目'],
  ['offered', { state: 'offered', until }, 'お席を3枚ご用意しました。'],
] as const)('names the seats that are %s', async (_, state, text) => {
  open(waitOf({ ...state, seats: 3 }))
  await screen.findByText(text)
})
