import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Event } from '#contract/events/calls.ts'
import type { TalkMessage } from '#contract/live/calls.ts'
import { TALK_POLL_FOR_MS, TALK_ROWS_MAX } from '#contract/live/limits.ts'
import { talkSlow, talkTooFast } from '#contract/live/messages.ts'
import { TALK_NOT_YET, TALK_OFF, TALK_OVER } from '#contract/live/post-blocked.ts'
import { SCROLL_MS } from '#contract/shared/limits.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { TalkPanel } from './TalkPanel.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const idOf = (n: number) => String(n).padStart(7, '0')
const line = (n: number, name = 'aoi'): TalkMessage => ({
  id: idOf(n),
  message: `ことば${n}`,
  created_at: '2026-11-20T11:00:00.000Z',
  member: { name, display_name: `${name}さん`, icon_image_small_path: null, official_flg: 0 },
  is_owner: false,
})

type Post = () => Promise<Response>
const onItsWay: Post = () => new Promise<Response>(() => {})

/** A server without event streams, as behind some proxies: the client polls. */
function site(lines: TalkMessage[], post: Post, older?: () => Response) {
  const requests: string[] = []
  const fetch = async (url: string, { method }: RequestInit = {}) => {
    requests.push(url)
    if (method === 'POST') return post()
    if (url.includes('/stream')) throw new TypeError('Failed to fetch')
    const { searchParams } = new URL(url, 'http://room.test')
    if (older && searchParams.has('point')) return older()
    const after = searchParams.get('after')
    return Response.json(after ? lines.filter(({ id }) => id > after) : lines.slice(-15))
  }
  return { requests, fetch }
}

const can = { buy: false, watch: true, speak: true, edit: false, moderate: false }
const live = { id: 'live', publishment_flg: 1, live_talk: 1, participants: 3, can } as Event

async function open(
  event: Partial<Event> = {},
  lines: TalkMessage[] = [line(1), line(2)],
  post = onItsWay,
  older?: () => Response,
) {
  const server = site(lines, post, older)
  const session = new Session(server.fetch, { at: 'visitor' })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={session}>
        <MemoryRouter>
          <TalkPanel event={{ ...live, ...event }} open onClose={() => {}} />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  )
  await pass(0)
  return server
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
async function write(text: string) {
  const input = screen.getByRole('textbox')
  fireEvent.change(input, { target: { value: text } })
  fireEvent.keyDown(input, { key: 'Enter' })
  await pass(0)
}
const rows = () => document.querySelectorAll('[data-talk]').length

describe('a viewer who may not post', () => {
  const silent = { can: { ...can, speak: false } }
  it.each([
    { event: { ...silent, live_talk: 0 as const }, word: TALK_OFF },
    { event: { ...silent, publishment_flg: 0 as const }, word: TALK_NOT_YET },
    { event: { ...silent, publishment_flg: 3 as const }, word: TALK_OVER },
  ])('sees the reason: $word', async ({ event, word }) => {
    await open(event)
    screen.getByText(word)
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(rows()).toBe(2)
  })
})

it('stops polling after two hours of watching, shows that, and continues on request (58)', async () => {
  const { requests } = await open()
  await pass(TALK_POLL_FOR_MS)
  screen.getByText(/トークの更新を止めました/)
  const stopped = requests.length
  await pass(60_000)
  expect(requests.length).toBe(stopped)
  fireEvent.click(screen.getByRole('button', { name: '続きを見る' }))
  await pass(5_000)
  expect(requests.length).toBeGreaterThan(stopped)
  expect(screen.queryByText(/トークの更新を止めました/)).toBeNull()
})

it.each([0, 3] as const)(
  'loads the talk once, without polling, at publishment_flg %i',
  async (publishment_flg) => {
    const { requests } = await open({ publishment_flg })
    await pass(60_000)
    expect(requests).toHaveLength(1)
  },
)

it('keeps at most TALK_ROWS_MAX rows in the document', async () => {
  const lines = [line(1)]
  await open({}, lines)
  for (let n = 2; n <= 1_000; n++) lines.push(line(n))
  await pass(3_000)
  expect(rows()).toBe(TALK_ROWS_MAX)
  screen.getByText('ことば1000')
})

it('announces the number of new messages to screen readers in one sentence, not line by line', async () => {
  const lines = [line(1)]
  await open({}, lines)
  expect(screen.getByRole('log').getAttribute('aria-live')).toBe('off')
  lines.push(line(2))
  await pass(7_000)
  screen.getByText('aoiさん: ことば2')
  for (let n = 3; n <= 9; n++) lines.push(line(n))
  await pass(7_000)
  screen.getByText('新しい書き込みが7件あります')
})

it('keeps what was typed when the panel is mounted anew, until it is sent', async () => {
  await open()
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'とちゅう' } })
  cleanup()
  await open()
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'とちゅう')
  fireEvent.click(screen.getByRole('button', { name: '送る' }))
  cleanup()
  await open()
  expect(screen.getByRole('textbox')).toHaveProperty('value', '')
})

it('shows markup as text (53)', async () => {
  await open({}, [{ ...line(1), message: '<b onclick="x()">ふとい</b>' }])
  screen.getByText('<b onclick="x()">ふとい</b>')
})

it('scrolls to the viewer’s own message at once, also after they had scrolled up', async () => {
  await open()
  const box = screen.getByRole('log')
  Object.defineProperties(box, { scrollHeight: { value: 900 }, clientHeight: { value: 300 } })
  box.scrollTop = 100
  fireEvent.scroll(box)
  screen.getByRole('button', { name: /末尾へ/ })
  await write('わたしの言葉')
  screen.getByText('わたしの言葉')
  expect(screen.queryByRole('button', { name: /末尾へ/ })).toBeNull()
  expect(box.scrollTop).toBe(900)
})

it.each([
  { motion: 'over a while', isReduced: false },
  { motion: 'at once, without motion', isReduced: true },
])('scrolls to the end, $motion, even if messages arrive meanwhile', async ({ isReduced }) => {
  vi.stubGlobal('matchMedia', () => ({ matches: isReduced }))
  const lines = [line(1), line(2)]
  await open({}, lines)
  const box = screen.getByRole('log')
  let height = 900
  Object.defineProperties(box, {
    scrollHeight: { get: () => height },
    clientHeight: { value: 300 },
  })
  box.scrollTop = 100
  fireEvent.scroll(box)
  fireEvent.click(screen.getByRole('button', { name: /末尾へ/ }))
  await pass(SCROLL_MS / 2)
  lines.push(line(3))
  height = 1500
  await pass(7_000)
  screen.getByText('ことば3')
  expect(screen.queryByRole('button', { name: /末尾へ/ })).toBeNull()
  expect(box.scrollTop).toBe(height)
})

it.each([
  { why: 'five lines in ten seconds', words: talkTooFast(8) },
  { why: 'slow mode', words: talkSlow(30, 8) },
])('counts down until a message refused for $why may be sent again (56)', async ({ words }) => {
  let posts = 0
  await open({}, [line(1)], async () => {
    posts++
    if (posts > 1) return onItsWay()
    return Response.json({ message: words }, { status: 429, headers: { 'retry-after': '8' } })
  })
  await write('はやすぎる言葉')
  const again = () => screen.getByRole<HTMLButtonElement>('button', { name: /^再送/ })
  expect([again().textContent, again().disabled]).toEqual(['再送（あと8秒）', true])
  await pass(3_000)
  expect(again().textContent).toBe('再送（あと5秒）')
  fireEvent.click(again())
  await pass(4_000)
  expect([again().textContent, again().disabled, posts]).toEqual(['再送（あと1秒）', true, 1])
  await pass(1_000)
  expect([again().textContent, again().disabled]).toEqual(['再送', false])
  fireEvent.click(again())
  await pass(0)
  expect(posts).toBe(2)
  expect(screen.queryByRole('button', { name: /^再送/ })).toBeNull()
})

it('offers no retry of a message refused for its content', async () => {
  const errors = { message: ['使えない言葉が含まれています'] }
  const post = async () => Response.json({ message: 'だめ', errors }, { status: 422 })
  await open({}, [line(1)], post)
  await write('いけない言葉')
  screen.getByText('送信できませんでした')
  expect(screen.queryByRole('button', { name: /^再送/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '取り消す' }))
  expect(screen.queryByText('いけない言葉')).toBeNull()
})

it('shows that older messages failed to load, and loads them on the next try', async () => {
  const lines = Array.from({ length: 20 }, (_, n) => line(n + 1))
  let isUp = true
  const older = () =>
    Response.json(isUp ? lines.slice(0, 5) : { message: 'だめ' }, { status: isUp ? 200 : 503 })
  await open({}, lines, onItsWay, older)
  isUp = false
  fireEvent.click(screen.getByRole('button', { name: '過去の書き込みを見る' }))
  await pass(0)
  screen.getByText('過去の書き込みを読み込めませんでした。')
  expect(rows()).toBe(15)
  isUp = true
  fireEvent.click(screen.getByRole('button', { name: 'もう一度読み込む' }))
  await pass(0)
  screen.getByText('ことば1')
  expect(screen.queryByText('過去の書き込みを読み込めませんでした。')).toBeNull()
})

it('offers an immediate retry of a message refused without a waiting time', async () => {
  await open({}, [line(1)], async () => Response.json({ message: 'だめ' }, { status: 503 }))
  await write('とどかない言葉')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '再送' }).disabled).toBe(false)
})
