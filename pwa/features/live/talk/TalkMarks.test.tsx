import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { TalkMessage } from '#contract/live/calls.ts'
import { REACTIONS_AT_ONCE, REACTIONS_EVERY_MS, REACTIONS_SHOWN_MS } from '#contract/live/limits.ts'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { can, line, open, pass, write } from './testing/panel.tsx'

beforeEach(() => {
  standInForDialogs()
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.useRealTimers()
})

const host = { can: { ...can, moderate: true } }
const done = async () => new Response(null, { status: 204 })
/** A server that accepts each request, and records it. */
function recorder() {
  const sent: [url: string, body: unknown][] = []
  const post = async (url: string, body: unknown) => {
    sent.push([url.replace('/api/application/live/live/talk', ''), body])
    return done()
  }
  return { sent, post }
}
const house = () => screen.getByRole('button', { name: '灯りをともす' })
const lit = () => house().getAttribute('aria-describedby')!
const litText = () => document.getElementById(lit())!.textContent
const menus = () => screen.queryAllByRole('button', { name: /書き込みの操作/ })

it('lights the viewer’s window at once, and sends presses together', async () => {
  const { sent, post } = recorder()
  await open({}, [line(1)], post)
  expect(litText()).toContain('のうち0')
  fireEvent.click(house())
  expect(litText()).toContain('のうち1')
  for (let n = 0; n < 30; n++) fireEvent.click(house())
  await pass(0)
  expect(sent).toEqual([['POST /reactions?count=1', undefined]])
  await pass(REACTIONS_EVERY_MS)
  expect(sent.at(-1)).toEqual([`POST /reactions?count=${REACTIONS_AT_ONCE}`, undefined])
  await pass(REACTIONS_SHOWN_MS)
  expect(sent).toHaveLength(2)
  expect(litText()).toContain('のうち0')
})

it('shows the reactions of all viewers, while there are any', async () => {
  const { state } = await open()
  state.reactions = 3
  await pass(2_000)
  expect(litText()).toContain('のうち3')
  state.reactions = 0
  await pass(2_000)
  expect(litText()).toContain('のうち0')
})

it('shows a row’s actions only on the row that is pressed, pointed at or chosen by arrow keys', async () => {
  await open()
  expect(menus()).toHaveLength(0)
  fireEvent.click(screen.getByText('ことば1'))
  expect(menus()).toHaveLength(1)
  fireEvent.mouseOver(screen.getByText('ことば2'))
  expect(menus()).toHaveLength(1)
  const row = () => menus()[0]!.closest('[data-talk]')!.textContent
  expect(row()).toContain('ことば2')
  const box = screen.getByRole('log')
  fireEvent.keyDown(box, { key: 'ArrowUp' })
  expect(row()).toContain('ことば1')
})

it('moves the focus from row to row by arrow keys, so that screen readers say each', async () => {
  await open()
  const box = screen.getByRole('log')
  box.focus()
  const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key })
  press('ArrowUp')
  expect(document.activeElement).toBe(screen.getByRole('article', { name: /ことば2/ }))
  press('ArrowUp')
  expect(document.activeElement).toBe(screen.getByRole('article', { name: /ことば1/ }))
  press('ArrowUp')
  press('ArrowDown')
  expect(document.activeElement).toBe(screen.getByRole('article', { name: /aoiさん.*ことば2/ }))
  // Within the row's menu the keys are those of the menu.
  fireEvent.click(menus()[0]!)
  press('ArrowDown')
  expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: '通報' }))
})

it('sends a reply with the message that it is to, once, and offers to give it up', async () => {
  const { sent, post } = recorder()
  await open({}, [line(1), line(2)], post)
  const reply = () => {
    fireEvent.click(screen.getByText('ことば1'))
    fireEvent.click(menus()[0]!)
    fireEvent.click(screen.getByRole('menuitem', { name: '返信' }))
  }
  reply()
  screen.getByText('aoiさんに返信します')
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
  fireEvent.click(screen.getByRole('button', { name: '返信をやめる' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
  await write('ふつうの言葉')
  reply()
  await write('返事です')
  await write('もうひとつ')
  expect(sent.map(([, body]) => body)).toMatchObject([
    { message: 'ふつうの言葉' },
    { message: '返事です', reply_to: line(1).id },
    { message: 'もうひとつ' },
  ])
  expect(sent[0]![1]).not.toHaveProperty('reply_to')
  expect(sent[2]![1]).not.toHaveProperty('reply_to')
})

it('shows to whom a message replies, and its text if it is loaded', async () => {
  const to = (id: string, display_name: string | null) => ({ reply_to: { id, display_name } })
  await open({}, [
    line(1),
    { ...line(2), ...to(line(1).id, '葵') },
    { ...line(3), ...to('0000000', '春') },
    { ...line(4), ...to('0000000', null) },
  ])
  screen.getByText('葵さんへの返信「ことば1」')
  screen.getByText('春さんへの返信')
  screen.getByText('削除された書き込みへの返信')
})

it('sends one message as a question, and marks questions and answered ones', async () => {
  const { sent, post } = recorder()
  const lines: TalkMessage[] = [
    { ...line(1), question: 'open' },
    { ...line(2), question: 'answered' },
  ]
  await open({}, lines, post)
  const log = within(screen.getByRole('log'))
  log.getByText('質問')
  log.getByText('回答済み')
  fireEvent.click(screen.getByRole('button', { name: '質問' }))
  screen.getByPlaceholderText('質問を書く')
  await write('これは？')
  screen.getByPlaceholderText('メッセージを書く')
  await write('ふつうの言葉')
  expect(sent.map(([, body]) => body)).toMatchObject([{ question: true }, {}])
  expect(sent[1]![1]).not.toHaveProperty('question')
  lines.push({ ...line(3), deletes: line(3).id, updates: { id: line(1).id, question: 'answered' } })
  await pass(2_000)
  expect(log.queryByText('質問')).toBeNull()
  expect(log.getAllByText('回答済み')).toHaveLength(2)
})

it('shows the pinned line, follows its changes, and lets only hosts pin', async () => {
  const lines = [line(1), line(2)]
  await open({}, lines)
  expect(screen.queryByRole('region', { name: /ピン留め/ })).toBeNull()
  fireEvent.click(screen.getByText('ことば1'))
  fireEvent.click(menus()[0]!)
  expect(screen.queryByRole('menuitem', { name: 'ピン留め' })).toBeNull()
  lines.push({ ...line(3), deletes: line(3).id, pinned: line(1) })
  await pass(2_000)
  const pinned = screen.getByRole('region', { name: 'ピン留めされた書き込み' })
  within(pinned).getByText('ことば1')
  expect(within(pinned).queryByRole('button')).toBeNull()
  lines.push({ ...line(4), deletes: line(1).id })
  await pass(2_000)
  expect(screen.queryByRole('region', { name: /ピン留め/ })).toBeNull()
})

it('lets a host pin and unpin', async () => {
  const { sent, post } = recorder()
  const lines = [line(1)]
  await open(host, lines, post)
  fireEvent.click(screen.getByText('ことば1'))
  fireEvent.click(menus()[0]!)
  fireEvent.click(screen.getByRole('menuitem', { name: 'ピン留め' }))
  lines.push({ ...line(2), deletes: line(2).id, pinned: line(1) })
  await pass(2_000)
  fireEvent.click(screen.getByRole('button', { name: 'ピン留めを外す' }))
  await pass(0)
  expect(sent).toEqual([
    ['PUT /pinned', { message_id: line(1).id }],
    ['PUT /pinned', { message_id: null }],
  ])
})

it('lists the questions for a host, with their number, and marks them answered', async () => {
  await import('./TalkQuestions.tsx') // which is loaded on demand
  const { sent, post } = recorder()
  const lines = [line(1)]
  const { state } = await open(host, lines, post)
  state.questions = [
    { ...line(2), question: 'open' },
    { ...line(3), question: 'answered' },
  ]
  lines.push(...state.questions)
  await pass(2_000)
  fireEvent.click(screen.getByRole('button', { name: /^質問1/ }))
  await pass(1_000)
  const open1 = screen.getByRole('region', { name: 'まだ答えていない質問' })
  within(open1).getByText('ことば2')
  within(screen.getByRole('region', { name: '回答済み' })).getByText('ことば3')
  fireEvent.click(within(open1).getByRole('button', { name: '回答済みにする' }))
  await pass(0)
  expect(sent).toEqual([[`PUT /${line(2).id}/answered`, { answered: true }]])
})

it('keeps the last message in view when a pinned line takes height from the list', async () => {
  const lines = [line(1), line(2)]
  await open({}, lines)
  const box = screen.getByRole('log')
  Object.defineProperties(box, { scrollHeight: { value: 900 }, clientHeight: { value: 300 } })
  lines.push({ ...line(3), deletes: line(3).id, pinned: line(1) })
  await pass(2_000)
  expect(box.scrollTop).toBe(900)
})
