import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Event } from '#contract/events/calls.ts'
import type { TalkMessage } from '#contract/live/calls.ts'
import { REACTIONS_SHOWN_MS, REPLAY_SPAN_MS } from '#contract/live/limits.ts'
import { createReplayClock } from './replay-clock.ts'
import { can, line, onItsWay, open, pass, rows } from './testing/panel.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const archived = { archive: 1, publishment_flg: 3, can: { ...can, speak: false } } as Partial<Event>
const START = Date.parse('2026-11-20T11:00:00.000Z')
const iso = (ms: number) => new Date(START + ms).toISOString()
/** A line every ten seconds; one part of a replay has six. */
const messages: TalkMessage[] = Array.from({ length: 30 }, (_, n) => ({
  ...line(n),
  created_at: iso(n * 10_000),
  ...(n === 4 && { message: '拍手', stamp: { image_path: '/media/public/stamp/1.webp' } }),
}))

async function openArchive(event = archived) {
  await import('./TalkReplay.tsx') // which is loaded on demand
  const clock = createReplayClock()
  const server = await open(event, messages, onItsWay, undefined, clock)
  server.state.replay = (from) => {
    const to = new Date(Date.parse(from) + REPLAY_SPAN_MS).toISOString()
    const isWithin = (at: string) => at >= from && at < to
    return {
      lines: messages.filter(({ created_at }) => isWithin(created_at)),
      pins: [
        { at: iso(15_000), pinned: messages[1]! },
        { at: iso(25_000), pinned: null },
      ].filter(({ at }) => isWithin(at)),
      reactions: [{ second: iso(12_000), reactions: 3 }].filter(({ second }) => isWithin(second)),
    }
  }
  const plays = async (ms: number, stays = 300) => {
    act(() => clock.set(START + ms))
    await pass(stays)
    await pass(100)
  }
  return { ...server, clock, plays }
}
const last = () => screen.getAllByRole('article').at(-1)!.textContent

it('shows the messages up to the moment of the picture', async () => {
  const { plays } = await openArchive()
  expect(rows()).toBe(0)
  await plays(0)
  expect(last()).toContain('ことば0')
  await plays(9_900)
  expect(rows()).toBe(1)
  await plays(10_000)
  expect(last()).toContain('ことば1')
})

it('shows the talk of the new moment after a jump, forward and back', async () => {
  const { plays } = await openArchive()
  await plays(5_000)
  for (const second of [250, 60, 0, 119, 30]) {
    await plays(second * 1_000)
    expect(last()).toContain(`ことば${Math.floor(second / 10)}`)
  }
})

it('asks for each part once, the next one ahead of its time', async () => {
  const { plays, requests } = await openArchive()
  const requestCount = () => requests.filter((url) => url.includes('/replay')).length
  await plays(0)
  expect(requestCount()).toBe(3)
  for (let second = 0; second < 60; second += 5) await plays(second * 1_000)
  expect(requestCount()).toBe(3)
  await plays(REPLAY_SPAN_MS)
  expect(requestCount()).toBe(4)
})

it('asks for no part that a drag of the seek bar only passes', async () => {
  const { plays, requests } = await openArchive()
  const requested = () => requests.filter((url) => url.includes('/replay')).length
  await plays(0)
  for (let part = 1; part <= 20; part++) await plays(part * REPLAY_SPAN_MS, 100)
  expect(requested()).toBe(3)
  expect(rows()).toBe(0)
  await plays(4 * REPLAY_SPAN_MS)
  expect(last()).toContain('ことば24')
  expect(requested()).toBe(6)
})

it('pins and unpins lines, and lights windows, as it was then', async () => {
  const { plays } = await openArchive()
  const pinned = () => screen.queryByRole('region', { name: 'ピン留めされた書き込み' })
  await plays(14_900)
  expect(pinned()).toBeNull()
  screen.getByText(/のうち3/)
  await plays(12_000 + REACTIONS_SHOWN_MS)
  screen.getByText(/のうち0/)
  within(pinned()!).getByText('ことば1')
  await plays(25_000)
  expect(pinned()).toBeNull()
})

it('shows a stamp as its picture, at its moment', async () => {
  const { plays } = await openArchive()
  await plays(30_000)
  expect(screen.queryByRole('img', { name: '拍手' })).toBeNull()
  await plays(40_000)
  screen.getByRole('img', { name: '拍手' })
})

it('shows all lines on request', async () => {
  const { plays } = await openArchive()
  await plays(0)
  fireEvent.click(screen.getByRole('button', { name: 'すべて表示' }))
  await pass(0)
  expect(last()).toContain('ことば29')
  fireEvent.click(screen.getByRole('button', { name: '映像に合わせる' }))
  await pass(0)
  expect(last()).toContain('ことば0')
})

it('shows all lines of a recording without dates', async () => {
  const { clock } = await openArchive()
  act(() => clock.set(null))
  await pass(0)
  expect(last()).toContain('ことば29')
  expect(screen.queryByRole('button', { name: 'すべて表示' })).toBeNull()
})

it('begins with all lines while the talk is open, so that viewers can write', async () => {
  const { plays } = await openArchive({ ...archived, publishment_flg: 2, can })
  await plays(0)
  expect(last()).toContain('ことば29')
  fireEvent.click(screen.getByRole('button', { name: '映像に合わせる' }))
  await pass(0)
  expect(last()).toContain('ことば0')
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('runs along with the archive once the talk that a viewer has open ends', async () => {
  const { plays, become } = await openArchive({ ...archived, publishment_flg: 1, archive: 0, can })
  expect(last()).toContain('ことば29')
  become(archived)
  await plays(0)
  expect(last()).toContain('ことば0')
})
