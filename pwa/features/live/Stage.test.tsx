import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Event } from '#contract/events.ts'
import { LIVE_URL_POLL_FOR_MS, LIVE_URL_POLL_MS } from '#contract/limits.ts'
import { EVENT_WAITING } from '#contract/messages.ts'
import { createSession, SessionProvider } from '#pwa/lib/session.tsx'
import { Stage } from './Stage.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const event = {
  ...{ id: 'live', publishment_flg: 1, archive: 0, participants: 3, thumbnail_image_path: null },
  start: '2026-11-20T11:00:00.000Z',
  can: { buy: false, watch: true, speak: true, edit: false, moderate: false },
} as Event

/** The stage of an event whose picture never comes, or is at an address; returns what it asked for. */
async function open(
  answer: (url: string) => object = () => ({ message: EVENT_WAITING }),
  shown: Partial<Event> = {},
) {
  const asked: number[] = []
  const fetch = async (url: string) => {
    if (!url.includes('/url')) return Response.json(event)
    asked.push(performance.now())
    const said = answer(url)
    return said instanceof Response ? said : Response.json(said)
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={createSession(fetch, { at: 'visitor' })}>
        <MemoryRouter>
          <Stage event={{ ...event, ...shown }} />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  )
  await pass(0)
  return asked
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('asks for the picture every five seconds, and says meanwhile why there is none', async () => {
  const asked = await open()
  await pass(3 * LIVE_URL_POLL_MS)
  expect(asked).toHaveLength(4)
  screen.getByText(EVENT_WAITING)
})

it('58: stops asking after five hours that passed, whatever the clock on the wall says', async () => {
  const asked = await open()
  await pass(60_000)
  const before = asked.length
  // The clock is set by a day: no hour of watching has passed.
  vi.setSystemTime(Date.now() + 24 * 60 * 60_000)
  await pass(60_000)
  expect(asked.length).toBeGreaterThan(before + 8)
  vi.setSystemTime(Date.now() - 48 * 60 * 60_000)
  await pass(LIVE_URL_POLL_FOR_MS)
  const stopped = asked.length
  await pass(60 * 60_000)
  expect(asked).toHaveLength(stopped)
  expect(asked.at(-1)! - asked[0]!).toBeLessThanOrEqual(LIVE_URL_POLL_FOR_MS)
})

it.each([
  { what: 'the network', answer: () => Promise.reject(new TypeError('Failed to fetch')) },
  { what: 'a proxy without a server', answer: async () => new Response('', { status: 502 }) },
])('takes up a picture again by itself that $what took away', async ({ answer }) => {
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

describe('a picture that comes back after the network was gone', () => {
  const film = () => document.querySelector('video')!
  const soundButton = () => screen.queryByRole('button', { name: 'タップして音声をオン' })

  /** Lets the picture go and come back; the browser allows sound without a press, or not. */
  async function comeBack({ heard, allowed }: { heard: boolean; allowed: boolean }) {
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
    if (heard) fireEvent.click(soundButton()!)
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

  it('sounds again for who heard it', async () => {
    expect(await comeBack({ heard: true, allowed: true })).toEqual(['with sound'])
    expect(film().muted).toBe(false)
    expect(soundButton()).toBeNull()
  })

  it('is shown without sound, with the button for it, where the browser wants a press', async () => {
    expect(await comeBack({ heard: true, allowed: false })).toEqual(['with sound', 'mute'])
    expect(film().muted).toBe(true)
    expect(soundButton()).not.toBeNull()
  })

  it('stays silent for who never turned its sound on', async () => {
    expect(await comeBack({ heard: false, allowed: true })).toEqual([])
    expect(film().muted).toBe(true)
  })
})

it('leaves it to the person where another device watches on their ticket', async () => {
  await open(() => ({ url: '/hls/live/index.m3u8' }))
  vi.stubGlobal('fetch', async () => Response.json({ message: 'ほかの端末で' }, { status: 410 }))
  onTestFinished(() => void vi.unstubAllGlobals())
  fireEvent.error(document.querySelector('video')!)
  await pass(6 * LIVE_URL_POLL_MS)
  screen.getByRole('button', { name: 'この端末で視聴する' })
})

it('says where an archive cannot be had, and asks again when told to', async () => {
  let isUp = false
  const down = () => Response.json({ message: 'だめでした' }, { status: 500 })
  const ended = { publishment_flg: 3, archive: 1 } as const
  await open(() => (isUp ? { url: '/hls/archive.m3u8' } : down()), ended)
  await pass(10_000) // a query of its own asks a few times
  screen.getByText('だめでした')
  isUp = true
  fireEvent.click(screen.getByRole('button', { name: 'もう一度試す' }))
  await pass(0)
  expect(document.querySelector('video')).not.toBeNull()
})

it('shows owner and staff what arrives after a stream was ended, before it is begun anew', async () => {
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
  const asked = await open(answer, { publishment_flg: 2, archive: 1 })
  await pass(3 * LIVE_URL_POLL_MS)
  expect(asked).toHaveLength(1)
  expect(screen.queryByText('プレビュー')).toBeNull()
})

it('stands at the place that was chosen at once, and not only when its picture is there', async () => {
  await open(() => ({ url: '/hls/evening.m3u8' }), { publishment_flg: 3, archive: 1 })
  const film = document.querySelector('video')!
  Object.defineProperty(film, 'duration', { value: 600 })
  fireEvent(film, new window.Event('durationchange'))
  const slider = screen.getByRole('slider', { name: '再生位置' })
  Object.defineProperty(film, 'currentTime', { value: 300 })
  // No picture ever comes of it here.
  fireEvent(film, new window.Event('seeking'))
  expect(slider.getAttribute('aria-valuetext')).toBe('5:00 / 10:00')
})
