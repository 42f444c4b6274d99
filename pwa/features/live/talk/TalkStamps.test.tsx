import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { TalkMessage } from '#contract/live/calls.ts'
import type { RoomStamp } from '#contract/stamps/calls.ts'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { createReplayClock } from './replay-clock.ts'
import { can, line, onItsWay, open, pass } from './testing/panel.tsx'

beforeEach(() => {
  standInForDialogs()
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.useRealTimers()
})

const stampAt = (n: number, name: string): RoomStamp => ({
  ...{ id: `s${n}`, name },
  image_path: `/media/public/stamp/${n}.webp`,
})
const STAMPS = [stampAt(1, '拍手'), stampAt(2, 'ほうじ茶')]
/** A line that is a stamp. */
const sent = (n: number, more: Partial<TalkMessage> = {}): TalkMessage => ({
  ...line(n),
  ...{ message: '拍手', stamp: { image_path: STAMPS[0]!.image_path } },
  ...more,
})
/** Opens the panel of a room with stamps; `posted` are the bodies of sent lines. */
async function openWithStamps(lines = [line(1)], event = {}, answer = onItsWay) {
  const posted: unknown[] = []
  const post = async (url: string, body: unknown) => {
    posted.push(body)
    return answer(url, body)
  }
  await open(event, lines, post, undefined, createReplayClock(), STAMPS)
  await pass(100) // they are asked for once the talk is there
  return posted
}
const button = () => screen.queryByRole('button', { name: 'スタンプ' })
const panel = () => screen.queryByRole('list', { name: 'スタンプ' })
const choose = async (name: string) => {
  fireEvent.click(within(panel()!).getByRole('button', { name }))
  await pass(0)
}
const src = (element: HTMLElement) => element.getAttribute('src')

it('offers stamps to those who may write, in a room that has some', async () => {
  await open()
  await pass(100)
  expect(button()).toBeNull()
  cleanup()
  await openWithStamps([line(1)], { can: { ...can, speak: false } })
  expect(button()).toBeNull()
  cleanup()
  await openWithStamps()
  expect(button()!.getAttribute('aria-expanded')).toBe('false')
  expect(panel()).toBeNull()
})

it('opens the stamps with the focus on the first, and closes them by Escape and by the field', async () => {
  await openWithStamps()
  fireEvent.click(button()!)
  expect(button()!.getAttribute('aria-expanded')).toBe('true')
  const names = within(panel()!).getAllByRole('button')
  expect(names.map((one) => one.querySelector('img')?.alt)).toEqual(['拍手', 'ほうじ茶'])
  expect(document.activeElement).toBe(names[0])
  fireEvent.keyDown(names[0]!, { key: 'Escape' })
  expect(panel()).toBeNull()
  expect(document.activeElement).toBe(button())
  fireEvent.click(button()!)
  act(() => screen.getByRole('textbox').focus())
  expect(panel()).toBeNull()
})

it('sends a stamp with a press, shows it at once, and stays open for the next', async () => {
  const posted = await openWithStamps()
  fireEvent.click(button()!)
  await choose('ほうじ茶')
  await choose('拍手')
  const client_id = expect.any(String)
  expect(posted).toEqual([
    { message: 'ほうじ茶', client_id, stamp_id: 's2' },
    { message: '拍手', client_id, stamp_id: 's1' },
  ])
  const log = within(screen.getByRole('log'))
  expect(log.getAllByRole('img').map(src)).toEqual([STAMPS[1]!.image_path, STAMPS[0]!.image_path])
})

it('replies with a stamp, and leaves what is being written', async () => {
  const posted = await openWithStamps()
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '書きかけ' } })
  fireEvent.click(screen.getByText('ことば1'))
  fireEvent.click(screen.getByRole('button', { name: /書き込みの操作/ }))
  fireEvent.click(screen.getByRole('menuitem', { name: '返信' }))
  fireEvent.click(button()!)
  await choose('拍手')
  expect(posted).toMatchObject([{ stamp_id: 's1', reply_to: line(1).id }])
  expect(screen.queryByText('aoiさんに返信します')).toBeNull()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('書きかけ')
})

it('keeps a stamp that could not be sent, with its picture, and sends it again', async () => {
  let isUp = false
  const answer = async () =>
    isUp ? new Promise<Response>(() => {}) : Response.json({ message: 'だめ' }, { status: 503 })
  const posted = await openWithStamps([line(1)], {}, answer)
  fireEvent.click(button()!)
  await choose('拍手')
  expect(src(within(screen.getByRole('log')).getByRole('img', { name: '拍手' }))).toBeTruthy()
  isUp = true
  fireEvent.click(screen.getByRole('button', { name: '再送' }))
  await pass(0)
  expect(posted[1]).toEqual(posted[0])
})

it('shows a stamp as its picture, and its name once it was removed or its file is gone', async () => {
  await open({}, [sent(1), sent(2, { stamp: { image_path: null } })])
  const [shown, removed] = screen.getAllByRole('article')
  const picture = within(shown!).getByRole('img', { name: '拍手' })
  expect(src(picture)).toBe(STAMPS[0]!.image_path)
  expect(within(removed!).queryByRole('img', { name: '拍手' })).toBeNull()
  within(removed!).getByText('拍手')
  fireEvent.error(picture)
  within(shown!).getByText('拍手')
})

it('quotes a stamp by its name, and announces it so', async () => {
  const reply = { ...line(2), reply_to: { id: line(1).id, display_name: 'fan' } }
  const lines = [sent(1), reply]
  await open({}, lines)
  screen.getByText('fanさんへの返信「スタンプ：拍手」')
  lines.push(sent(3, line(3)), sent(4))
  lines.splice(2, 1)
  await pass(7_000)
  screen.getByText('aoiさん: スタンプ：拍手')
})

it('shows a pinned stamp with its picture', async () => {
  const lines = [line(1)]
  await open({}, lines)
  lines.push({ ...line(2), deletes: line(2).id, pinned: sent(1) })
  await pass(2_000)
  const pin = screen.getByRole('region', { name: 'ピン留めされた書き込み' })
  within(pin).getByRole('img', { name: '拍手' })
})
