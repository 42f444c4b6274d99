// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { TalkMessage } from '#contract/live/calls.ts'
import {
  REACTIONS_HEADER,
  TALK_POLL_FOR_MS,
  TALK_POLL_MS,
  TALK_SILENCE_MS,
  TALK_STREAM_AGAIN_MS,
} from '#contract/live/limits.ts'
import { mergeTalk } from './talk.ts'
import { followTalk } from './talk-follow.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const talkMessage = (id: string) => ({ id, message: id }) as TalkMessage
const encoder = new TextEncoder()

type Streams = 'open' | 'silent' | 'unanswered' | 'broken' | 'refused'

/** A test server with controllable messages and failures. */
function server(streams: Streams) {
  const lines: TalkMessage[] = []
  const requests: string[] = []
  let stream: ReadableStreamDefaultController<Uint8Array> | null = null
  const state = { streams, polls: 200, reactions: 0 }
  const write = (text: string) => stream?.enqueue(encoder.encode(text))
  const after = (id: string | null) => lines.filter((line) => id === null || line.id > id)
  const frame = (line: TalkMessage) => `id: ${line.id}\ndata: ${JSON.stringify(line)}\n\n`

  async function fetch(url: string, init: RequestInit) {
    const headers = new Headers(init.headers)
    const address = new URL(url, 'http://room.test')
    if (address.pathname.endsWith('/stream')) {
      requests.push(`stream ${headers.get('last-event-id')}`)
      if (state.streams === 'broken') throw new TypeError('Failed to fetch')
      if (state.streams === 'refused') return Response.json({ message: 'いいえ' }, { status: 403 })
      if (state.streams === 'unanswered')
        return new Promise<Response>((_, reject) => {
          init.signal!.addEventListener('abort', () => reject(new Error('aborted')))
        })
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          stream = controller
          init.signal!.addEventListener('abort', () => controller.error(new Error('aborted')))
        },
      })
      if (state.streams === 'open') {
        write(': hello\n\n')
        for (const line of after(headers.get('last-event-id'))) write(frame(line))
      }
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    }
    requests.push(
      `poll ${address.searchParams.get('after')} ${headers.get('if-none-match') ?? ''}`.trim(),
    )
    if (state.polls !== 200) return Response.json({ message: 'いいえ' }, { status: state.polls })
    const news = after(address.searchParams.get('after'))
    const lit = { ...(state.reactions > 0 && { [REACTIONS_HEADER]: `${state.reactions}` }) }
    if (news.length === 0 && headers.get('if-none-match') === '"nothing"')
      return new Response(null, { status: 304, headers: lit })
    const etag = news.length > 0 ? '"some"' : '"nothing"'
    return Response.json(news, { headers: { etag, ...lit } })
  }
  return {
    fetch,
    requests,
    state,
    write,
    post(id: string) {
      lines.push(talkMessage(id))
      if (state.streams === 'open') write(frame(talkMessage(id)))
    },
    breakOff: () => stream?.error(new Error('reset')),
    end: () => stream?.close(),
  }
}

function open(streams: Streams = 'open') {
  const site = server(streams)
  const leaving = new AbortController()
  let shown: TalkMessage[] = []
  const arrived: string[] = []
  const changed = vi.fn()
  const reactions: number[] = []
  const startedAt = performance.now()
  const done = followTalk({
    eventId: 'live',
    fetch: site.fetch,
    lastId: () => shown.at(-1)?.id,
    onTalk: (news) => {
      arrived.push(...news.map(({ id }) => id))
      shown = mergeTalk(shown, news)
    },
    onReactions: (count) => reactions.push(count),
    onChanged: changed,
    onLine: () => {},
    goesOn: () => performance.now() - startedAt < TALK_POLL_FOR_MS,
    signal: leaving.signal,
  })
  return {
    ...site,
    arrived,
    changed,
    reactions: () => reactions.at(-1),
    done,
    shown: () => shown.map(({ id }) => id),
    leave: () => leaving.abort(),
    polls: () => site.requests.filter((one) => one.startsWith('poll')),
    streams: () => site.requests.filter((one) => one.startsWith('stream')),
  }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const SECONDS = 1.2 * TALK_POLL_MS

it('receives messages by event stream, without polling', async () => {
  const talk = open()
  await pass(0)
  talk.post('1')
  talk.post('2')
  await pass(20_000)
  expect(talk.shown()).toEqual(['1', '2'])
  expect(talk.polls()).toEqual([])
})

it('polls every second, with its newest id, if no stream can be opened', async () => {
  const talk = open('broken')
  await pass(SECONDS)
  talk.post('1')
  await pass(5 * SECONDS)
  expect(talk.shown()).toEqual(['1'])
  expect(talk.polls().at(-1)).toBe('poll 1 "nothing"')
  expect(talk.polls().length).toBeGreaterThanOrEqual(5)
})

it('polls if a stream opens but delivers nothing, as behind a buffering proxy', async () => {
  const talk = open('silent')
  await pass(0)
  talk.post('1')
  await pass(2 * SECONDS)
  expect(talk.shown()).toEqual(['1'])
})

it('polls if a stream request gets no response, and requests it again', async () => {
  const talk = open('unanswered')
  await pass(SECONDS)
  talk.post('1')
  await pass(SECONDS)
  expect(talk.shown()).toEqual(['1'])
  talk.state.streams = 'open'
  await pass(TALK_SILENCE_MS)
  talk.post('2')
  await pass(0)
  expect(talk.shown()).toEqual(['1', '2'])
  expect(talk.streams()).toEqual(['stream null', 'stream 1'])
})

it('switches between stream and polling without gaps or duplicates', async () => {
  const talk = open()
  await pass(0)
  talk.post('1')
  talk.state.streams = 'broken'
  talk.breakOff()
  talk.post('2')
  await pass(3 * SECONDS)
  talk.post('3')
  await pass(2 * SECONDS)
  talk.state.streams = 'open'
  await pass(40_000)
  talk.post('4')
  await pass(0)
  expect(talk.arrived).toEqual(['1', '2', '3', '4'])
  expect(talk.streams().at(-1)).toBe('stream 3')
})

it.each(['token', 'again'])(
  'reopens the stream after the server ends it with reason "%s"',
  async (reason) => {
    const talk = open()
    await pass(0)
    talk.post('1')
    talk.write(`event: end\ndata: {"reason":"${reason}"}\n\n`)
    talk.end()
    await pass(SECONDS)
    talk.post('2')
    await pass(SECONDS)
    expect(talk.streams()).toEqual(['stream null', 'stream 1'])
    expect(talk.shown()).toEqual(['1', '2'])
  },
)

it('reopens the stream after a silence longer than the heartbeat timeout', async () => {
  const talk = open()
  await pass(0)
  talk.post('1')
  await pass(TALK_SILENCE_MS - 1)
  expect(talk.streams()).toHaveLength(1)
  await pass(SECONDS)
  expect(talk.streams()).toEqual(['stream null', 'stream 1'])
})

it('reloads the event when it changed or the entitlement is gone, and pauses its requests', async () => {
  const talk = open()
  await pass(0)
  talk.write('event: changed\ndata: {}\n\n')
  await pass(0)
  expect(talk.changed).toHaveBeenCalledTimes(1)
  talk.state.streams = 'refused'
  talk.state.polls = 403
  talk.write('event: end\ndata: {"reason":"right"}\n\n')
  await pass(10_000)
  expect(talk.changed).toHaveBeenCalledTimes(2)
  expect(talk.polls()).toEqual([])
  expect(talk.streams()).toHaveLength(1)
})

it('ends after two hours by the monotonic clock, whatever the system clock shows (58)', async () => {
  const talk = open('broken')
  vi.setSystemTime(Date.now() + 5 * TALK_POLL_FOR_MS) // The system clock jumps.
  await pass(10_000)
  const before = talk.requests.length
  await pass(TALK_POLL_FOR_MS - 20_000)
  expect(talk.requests.length).toBeGreaterThan(before)
  await pass(60_000)
  await talk.done
  const after = talk.requests.length
  await pass(60_000)
  expect(talk.requests.length).toBe(after)
})

it('ends when the page is left', async () => {
  const talk = open()
  await pass(0)
  talk.leave()
  await pass(SECONDS)
  await talk.done
  const requestCount = talk.requests.length
  await pass(60_000)
  expect(talk.requests.length).toBe(requestCount)
})

it('shows the reactions of all viewers, by stream and by poll, until there are none', async () => {
  const streamed = open()
  await pass(0)
  streamed.write('event: reactions\ndata: 12\n\n')
  await pass(0)
  expect(streamed.reactions()).toBe(12)
  streamed.leave()
  const polled = open('broken')
  polled.state.reactions = 7
  await pass(3 * SECONDS)
  expect(polled.polls().at(-1)).toContain('"nothing"') // they need no news of the talk
  expect(polled.reactions()).toBe(7)
  polled.state.reactions = 0
  await pass(SECONDS)
  expect(polled.reactions()).toBe(0)
  // A stream that opens after the last poll says when there are any.
  polled.state.reactions = 9
  await pass(SECONDS)
  expect(polled.reactions()).toBe(9)
  polled.state.streams = 'open'
  await pass(TALK_STREAM_AGAIN_MS + SECONDS)
  expect(polled.reactions()).toBe(0)
  polled.leave()
})
