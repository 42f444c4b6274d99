import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { vi } from 'vitest'
import type { Event } from '#contract/events/calls.ts'
import type { Pinned, Replay, TalkMessage } from '#contract/live/calls.ts'
import { REACTIONS_HEADER } from '#contract/live/limits.ts'
import type { RoomStamp } from '#contract/stamps/calls.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { createReplayClock } from '../replay-clock.ts'
import { TalkPanel } from '../TalkPanel.tsx'

const idOf = (n: number) => String(n).padStart(7, '0')
export const line = (n: number, name = 'aoi'): TalkMessage => ({
  id: idOf(n),
  message: `ことば${n}`,
  created_at: '2026-11-20T11:00:00.000Z',
  member: { name, display_name: `${name}さん`, icon_image_small_path: null, official_flg: 0 },
  is_owner: false,
})

type Post = (url: string, body: unknown) => Promise<Response>
export const onItsWay: Post = () => new Promise<Response>(() => {})

/** A server without event streams, as behind some proxies: the client polls. */
function site(lines: TalkMessage[], post: Post, older?: () => Response, stamps: RoomStamp[] = []) {
  const requests: string[] = []
  const state = {
    pinned: { id: null, pinned: null } as Pinned,
    questions: [] as TalkMessage[],
    reactions: 0,
    /** By the instant from which on it is asked for. */
    replay: (_from: string): Replay => ({ lines: [], pins: [], reactions: [] }),
  }
  const fetch = async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    requests.push(url)
    if (method !== 'GET') return post(`${method} ${url}`, body && JSON.parse(String(body)))
    if (url.endsWith('/pinned')) return Response.json(state.pinned)
    if (url.endsWith('/room/aoi/stamp')) return Response.json(stamps)
    if (url.endsWith('/questions')) return Response.json(state.questions)
    if (url.includes('/stream')) throw new TypeError('Failed to fetch')
    const { searchParams } = new URL(url, 'http://room.test')
    if (url.includes('/replay')) return Response.json(state.replay(searchParams.get('from') ?? ''))
    if (older && searchParams.has('point')) return older()
    const after = searchParams.get('after')
    const headers = { ...(state.reactions > 0 && { [REACTIONS_HEADER]: `${state.reactions}` }) }
    return Response.json(after ? lines.filter(({ id }) => id > after) : lines.slice(-15), {
      headers,
    })
  }
  return { requests, fetch, state }
}

export const can = { buy: false, watch: true, speak: true, edit: false, moderate: false }
const live = {
  ...{ id: 'live', publishment_flg: 1, live_talk: 1, participants: 3, can },
  room: { id: 'aoi' },
} as Event

/** Opens the panel; fake timers are on. */
export async function open(
  event: Partial<Event> = {},
  lines: TalkMessage[] = [line(1), line(2)],
  post = onItsWay,
  older?: () => Response,
  clock = createReplayClock(),
  stamps: RoomStamp[] = [],
) {
  const server = site(lines, post, older, stamps)
  const session = new Session(server.fetch, { at: 'visitor' })
  const client = new QueryClient()
  const panel = (shown: Partial<Event>) => (
    <QueryClientProvider client={client}>
      <SessionProvider value={session}>
        <MemoryRouter>
          <TalkPanel event={{ ...live, ...shown }} open onClose={() => {}} clock={clock} />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>
  )
  const { rerender } = render(panel(event))
  await pass(0)
  return { ...server, become: (now: Partial<Event>) => rerender(panel(now)) }
}
export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
export async function write(text: string) {
  const input = screen.getByRole('textbox')
  fireEvent.change(input, { target: { value: text } })
  fireEvent.keyDown(input, { key: 'Enter' })
  await pass(0)
}
export const rows = () => document.querySelectorAll('[data-talk]').length
