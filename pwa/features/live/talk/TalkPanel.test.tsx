import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TALK_POLL_FOR_MS, TALK_ROWS_MAX } from '#contract/live/limits.ts'
import { talkSlow, talkTooFast } from '#contract/live/messages.ts'
import { TALK_NOT_YET, TALK_OFF, TALK_OVER } from '#contract/live/post-blocked.ts'
import { SCROLL_MS } from '#contract/shared/limits.ts'
import { can, line, onItsWay, open, pass, rows, write } from './testing/panel.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

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
    expect(requests.filter((url) => url.endsWith('/talk'))).toHaveLength(1)
    expect(requests).toHaveLength(3) // and the pinned line, and the stamps
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

it('keeps a message that could not be sent over a reload, and sends it again as the same (54)', async () => {
  const ids: string[] = []
  let isUp = false
  const post = async (_: string, body: unknown) => {
    const { client_id, message } = body as { client_id: string; message: string }
    ids.push(client_id)
    if (!isUp) throw new TypeError('Failed to fetch')
    return Response.json({ ...line(3), message })
  }
  await open({}, [line(1)], post)
  await write('とどかない言葉')
  screen.getByText('送信できませんでした')
  cleanup()
  await open({}, [line(1)], post)
  screen.getByText('とどかない言葉')
  isUp = true
  fireEvent.click(screen.getByRole('button', { name: '再送' }))
  await pass(0)
  expect(ids).toEqual([ids[0], ids[0]])
  expect(screen.queryByText('送信できませんでした')).toBeNull()
  cleanup()
  await open({}, [line(1)], post)
  expect(screen.queryByText('とどかない言葉')).toBeNull()
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
    if (posts > 1) return new Promise<Response>(() => {})
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
