import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Event } from '#contract/events/calls.ts'
import { LIVE_URL_POLL_FOR_MS, LIVE_URL_POLL_MS } from '#contract/live/limits.ts'
import { EVENT_WAITING, STREAM_STILL } from '#contract/live/messages.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { createArchivePlayback } from './archive/archive-playback.ts'
import { LiveStage } from './LiveStage.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const event = {
  ...{ id: 'live', publishment_flg: 1, archive: 0, participants: 3, thumbnail_image_path: null },
  start: '2026-11-20T11:00:00.000Z',
  can: { buy: false, watch: true, speak: true, edit: false, moderate: false },
} as Event

/** Renders the stage of an event without a stream or with one at a URL; returns the requests. */
async function open(
  answer: (url: string) => object = () => ({ message: EVENT_WAITING }),
  shown: Partial<Event> = {},
) {
  const requestTimes: number[] = []
  let eventRequests = 0
  const fetch = async (url: string) => {
    if (url.endsWith('/captions')) return Response.json([])
    if (!url.includes('/url')) {
      eventRequests++
      return Response.json(event)
    }
    requestTimes.push(performance.now())
    const result = answer(url)
    return result instanceof Response ? result : Response.json(result)
  }
  const [client, session] = [new QueryClient(), new Session(fetch, { at: 'visitor' })]
  const playback = createArchivePlayback()
  const page = (now: Partial<Event>) => (
    <QueryClientProvider client={client}>
      <SessionProvider value={session}>
        <MemoryRouter>
          <LiveStage event={{ ...event, ...now }} playback={playback} />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>
  )
  const { rerender } = render(page(shown))
  await pass(0)
  return Object.assign(requestTimes, {
    become: (now: Partial<Event>) => rerender(page(now)),
    eventRequests: () => eventRequests,
  })
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('polls for the stream every five seconds, and shows meanwhile why there is none', async () => {
  const requestTimes = await open()
  await pass(3 * LIVE_URL_POLL_MS)
  expect(requestTimes).toHaveLength(4)
  screen.getByText(EVENT_WAITING)
})

it('stops polling after five hours by the monotonic clock, whatever the system clock shows (58)', async () => {
  const requestTimes = await open()
  await pass(60_000)
  const before = requestTimes.length
  // The system clock jumps by a day; no watching time has passed.
  vi.setSystemTime(Date.now() + 24 * 60 * 60_000)
  await pass(60_000)
  expect(requestTimes.length).toBeGreaterThan(before + 8)
  vi.setSystemTime(Date.now() - 48 * 60 * 60_000)
  await pass(LIVE_URL_POLL_FOR_MS)
  const stopped = requestTimes.length
  await pass(60 * 60_000)
  expect(requestTimes).toHaveLength(stopped)
  expect(requestTimes.at(-1)! - requestTimes[0]!).toBeLessThanOrEqual(LIVE_URL_POLL_FOR_MS)
})

it.each([
  { what: 'the network', answer: () => Promise.reject(new TypeError('Failed to fetch')) },
  { what: 'a proxy without a server', answer: async () => new Response('', { status: 502 }) },
])('resumes a stream automatically after $what', async ({ answer }) => {
  let isUp = true
  await open(() => {
    if (!isUp) throw new TypeError('Failed to fetch')
    return { url: '/hls/live/index.m3u8' }
  })
  const film = () => document.querySelector('video')
  expect(film()).not.toBeNull()
  isUp = false
  vi.stubGlobal('fetch', answer)
  onTestFinished(() => void vi.unstubAllGlobals())
  fireEvent.error(film()!)
  await pass(0)
  screen.getByRole('button', { name: 'もう一度試す' })
  await pass(3 * LIVE_URL_POLL_MS)
  screen.getByRole('button', { name: 'もう一度試す' })
  isUp = true
  await pass(2 * LIVE_URL_POLL_MS)
  expect(screen.queryByRole('button', { name: 'もう一度試す' })).toBeNull()
  expect(film()).not.toBeNull()
})

describe('a stream that resumes after a network failure', () => {
  const film = () => document.querySelector('video')!
  const soundButton = () => screen.queryByRole('button', { name: '音声をオンにする' })

  /** Interrupts and resumes the stream; `allowed`: the browser permits autoplay with sound. */
  async function comeBack({ unmuted, allowed }: { unmuted: boolean; allowed: boolean }) {
    const begun: string[] = []
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function play(
      this: HTMLMediaElement,
    ) {
      begun.push(this.muted ? 'mute' : 'with sound')
      if (!this.muted && !allowed) throw new DOMException('no press', 'NotAllowedError')
    })
    onTestFinished(() => void vi.restoreAllMocks())
    let isUp = true
    await open(() => {
      if (!isUp) throw new TypeError('Failed to fetch')
      return { url: '/hls/live/index.m3u8' }
    })
    if (unmuted) fireEvent.click(soundButton()!)
    isUp = false
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    onTestFinished(() => void vi.unstubAllGlobals())
    const before = film()
    fireEvent.error(before)
    await pass(0)
    isUp = true
    await pass(2 * LIVE_URL_POLL_MS)
    expect(film()).not.toBe(before)
    fireEvent.loadedMetadata(film())
    await pass(0)
    return begun
  }

  it('has sound if the viewer had turned it on', async () => {
    expect(await comeBack({ unmuted: true, allowed: true })).toEqual(['with sound'])
    expect(film().muted).toBe(false)
    expect(soundButton()).toBeNull()
  })

  it('is muted, with an unmute button, if the browser blocks autoplay with sound', async () => {
    expect(await comeBack({ unmuted: true, allowed: false })).toEqual(['with sound', 'mute'])
    expect(film().muted).toBe(true)
    expect(soundButton()).not.toBeNull()
  })

  it('stays muted if the viewer never turned the sound on', async () => {
    expect(await comeBack({ unmuted: false, allowed: true })).toEqual([])
    expect(film().muted).toBe(true)
  })
})

it('replays a stream that was cut without waiting for its picture, while the talk goes on', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockReturnValue(false)
  onTestFinished(() => void vi.restoreAllMocks())
  const { become } = await open((url) => ({
    url: url.includes('/archive') ? '/hls/archive.m3u8' : '/hls/live/index.m3u8',
  }))
  await pass(30_000)
  screen.getByText(STREAM_STILL)
  become({ publishment_flg: 2, archive: 1 })
  await pass(0)
  screen.getByText('配信は終了しました。トークは続いています。')
  fireEvent.click(screen.getByRole('button', { name: '見逃し配信を見る' }))
  await pass(0)
  expect(document.querySelector('video')).not.toBeNull()
  expect(screen.queryByText(STREAM_STILL)).toBeNull()
})

it('does not resume by itself after another device took over the ticket', async () => {
  await open(() => ({ url: '/hls/live/index.m3u8' }))
  vi.stubGlobal('fetch', async () => Response.json({ message: 'ほかの端末で' }, { status: 410 }))
  onTestFinished(() => void vi.unstubAllGlobals())
  fireEvent.error(document.querySelector('video')!)
  await pass(6 * LIVE_URL_POLL_MS)
  screen.getByRole('button', { name: 'この端末で視聴する' })
})

it('shows that an archive is unavailable, and retries on request', async () => {
  let isUp = false
  const down = () => Response.json({ message: 'だめでした' }, { status: 500 })
  const ended = { publishment_flg: 3, archive: 1 } as const
  await open(() => (isUp ? { url: '/hls/archive.m3u8' } : down()), ended)
  await pass(10_000) // The query retries a few times by itself.
  screen.getByText('だめでした')
  isUp = true
  fireEvent.click(screen.getByRole('button', { name: 'もう一度試す' }))
  await pass(0)
  expect(document.querySelector('video')).not.toBeNull()
})

it('shows a preview of the incoming stream to owner and staff after the end, before it is resumed', async () => {
  let arrives = false
  const answer = (url: string) =>
    url.includes('/archive')
      ? { url: '/hls/archive.m3u8' }
      : arrives
        ? { url: '/hls/live.m3u8' }
        : { message: 'おわり' }
  const can = { ...event.can, moderate: true }
  await open(answer, { publishment_flg: 2, archive: 1, can })
  expect(screen.queryByText('プレビュー')).toBeNull()
  arrives = true
  await pass(2 * LIVE_URL_POLL_MS)
  screen.getByText('プレビュー')
  expect(document.querySelector('video')).not.toBeNull()
  cleanup()
  const requestTimes = await open(answer, { publishment_flg: 2, archive: 1 })
  await pass(3 * LIVE_URL_POLL_MS)
  expect(requestTimes).toHaveLength(1)
  expect(screen.queryByText('プレビュー')).toBeNull()
})

it.each([
  ['upcoming', 0, 2],
  ['on the air', 1, 1],
] as const)(
  'asks for an event that is shown as %s, and plays, %i → %i times',
  async (_, publishment_flg, times) => {
    const { eventRequests } = await open(() => ({ url: '/hls/evening.m3u8' }), { publishment_flg })
    await pass(1_000)
    expect(eventRequests()).toBe(times)
  },
)

it('shows the chosen position at once, before its frame is loaded', async () => {
  await open(() => ({ url: '/hls/evening.m3u8' }), { publishment_flg: 3, archive: 1 })
  const film = document.querySelector('video')!
  Object.defineProperty(film, 'duration', { value: 600 })
  fireEvent(film, new window.Event('durationchange'))
  const slider = screen.getByRole('slider', { name: '再生位置' })
  Object.defineProperty(film, 'currentTime', { value: 300 })
  // No frame is ever loaded in this test.
  fireEvent(film, new window.Event('seeking'))
  expect(slider.getAttribute('aria-valuetext')).toBe('5:00 / 10:00')
})
