// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TALK_POLL_FOR_MS, TALK_POLL_MS, TALK_SILENCE_MS } from '#contract/limits.ts'
import type { TalkMessage } from '#contract/live.ts'
import { mergeTalk } from './talk.ts'
import { followTalk } from './talk-follow.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const said = (id: string) => ({ id, message: id }) as TalkMessage
const encoder = new TextEncoder()

type Streams = 'open' | 'silent' | 'unanswered' | 'broken' | 'refused'

/** A server whose lines and moods the test sets. */
function server(streams: Streams) {
  const lines: TalkMessage[] = []
  const asked: string[] = []
  let stream: ReadableStreamDefaultController<Uint8Array> | null = null
  const state = { streams, polls: 200 }
  const write = (text: string) => stream?.enqueue(encoder.encode(text))
  const after = (id: string | null) => lines.filter((line) => id === null || line.id > id)
  const frame = (line: TalkMessage) => `id: ${line.id}\ndata: ${JSON.stringify(line)}\n\n`

  async function fetch(url: string, init: RequestInit) {
    const headers = new Headers(init.headers)
    const found = new URL(url, 'http://room.test')
    if (found.pathname.endsWith('/stream')) {
      asked.push(`stream ${headers.get('last-event-id')}`)
      if (state.streams === 'broken') throw new TypeError('Failed to fetch')
      if (state.streams === 'refused') return Response.json({ message: 'いいえ' }, { status: 403 })
      if (state.streams === 'unanswered')
        return new Promise<Response>((_, failed) => {
          init.signal!.addEventListener('abort', () => failed(new Error('aborted')))
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
    asked.push(
      `poll ${found.searchParams.get('after')} ${headers.get('if-none-match') ?? ''}`.trim(),
    )
    if (state.polls !== 200) return Response.json({ message: 'いいえ' }, { status: state.polls })
    const news = after(found.searchParams.get('after'))
    if (news.length === 0 && headers.get('if-none-match') === '"nothing"')
      return new Response(null, { status: 304 })
    return Response.json(news, { headers: { etag: news.length > 0 ? '"some"' : '"nothing"' } })
  }
  return {
    fetch,
    asked,
    state,
    write,
    say(id: string) {
      lines.push(said(id))
      if (state.streams === 'open') write(frame(said(id)))
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
  const startedAt = performance.now()
  const done = followTalk({
    eventId: 'live',
    fetch: site.fetch,
    lastId: () => shown.at(-1)?.id,
    onTalk: (news) => {
      arrived.push(...news.map(({ id }) => id))
      shown = mergeTalk(shown, news)
    },
    onChanged: changed,
    onLine: () => {},
    goesOn: () => performance.now() - startedAt < TALK_POLL_FOR_MS,
    signal: leaving.signal,
  })
  return {
    ...site,
    arrived,
    changed,
    done,
    shown: () => shown.map(({ id }) => id),
    leave: () => leaving.abort(),
    polls: () => site.asked.filter((one) => one.startsWith('poll')),
    streams: () => site.asked.filter((one) => one.startsWith('stream')),
  }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const SECONDS = 1.2 * TALK_POLL_MS

it('follows by stream, and does not poll beside it', async () => {
  const talk = open()
  await pass(0)
  talk.say('1')
  talk.say('2')
  await pass(20_000)
  expect(talk.shown()).toEqual(['1', '2'])
  expect(talk.polls()).toEqual([])
})

it('polls where no stream opens, each second, and says what it knows already', async () => {
  const talk = open('broken')
  await pass(SECONDS)
  talk.say('1')
  await pass(5 * SECONDS)
  expect(talk.shown()).toEqual(['1'])
  expect(talk.polls().at(-1)).toBe('poll 1 "nothing"')
  expect(talk.polls().length).toBeGreaterThanOrEqual(5)
})

it('polls where a stream opens and says nothing: a proxy keeps it to itself', async () => {
  const talk = open('silent')
  await pass(0)
  talk.say('1')
  await pass(2 * SECONDS)
  expect(talk.shown()).toEqual(['1'])
})

it('polls where a stream is never answered, and asks for it again', async () => {
  const talk = open('unanswered')
  await pass(SECONDS)
  talk.say('1')
  await pass(SECONDS)
  expect(talk.shown()).toEqual(['1'])
  talk.state.streams = 'open'
  await pass(TALK_SILENCE_MS)
  talk.say('2')
  await pass(0)
  expect(talk.shown()).toEqual(['1', '2'])
  expect(talk.streams()).toEqual(['stream null', 'stream 1'])
})

it('goes over from one to the other and back without a gap or a double', async () => {
  const talk = open()
  await pass(0)
  talk.say('1')
  talk.state.streams = 'broken'
  talk.breakOff()
  talk.say('2')
  await pass(3 * SECONDS)
  talk.say('3')
  await pass(2 * SECONDS)
  talk.state.streams = 'open'
  await pass(40_000)
  talk.say('4')
  await pass(0)
  expect(talk.arrived).toEqual(['1', '2', '3', '4'])
  expect(talk.streams().at(-1)).toBe('stream 3')
})

it.each(['token', 'again'])('opens anew when it is told to: %s', async (reason) => {
  const talk = open()
  await pass(0)
  talk.say('1')
  talk.write(`event: end\ndata: {"reason":"${reason}"}\n\n`)
  talk.end()
  await pass(SECONDS)
  talk.say('2')
  await pass(SECONDS)
  expect(talk.streams()).toEqual(['stream null', 'stream 1'])
  expect(talk.shown()).toEqual(['1', '2'])
})

it('opens anew when nothing was heard for so long that the line must be dead', async () => {
  const talk = open()
  await pass(0)
  talk.say('1')
  await pass(TALK_SILENCE_MS - 1)
  expect(talk.streams()).toHaveLength(1)
  await pass(SECONDS)
  expect(talk.streams()).toEqual(['stream null', 'stream 1'])
})

it('looks at the event again when it changed, or the right is gone, and asks no more for a while', async () => {
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

it('58: ends after two hours that passed, not two hours of the clock on the wall', async () => {
  const talk = open('broken')
  vi.setSystemTime(Date.now() + 5 * TALK_POLL_FOR_MS) // the clock jumps
  await pass(10_000)
  const before = talk.asked.length
  await pass(TALK_POLL_FOR_MS - 20_000)
  expect(talk.asked.length).toBeGreaterThan(before)
  await pass(60_000)
  await talk.done
  const after = talk.asked.length
  await pass(60_000)
  expect(talk.asked.length).toBe(after)
})

it('ends when it is left', async () => {
  const talk = open()
  await pass(0)
  talk.leave()
  await pass(SECONDS)
  await talk.done
  const asked = talk.asked.length
  await pass(60_000)
  expect(talk.asked.length).toBe(asked)
})
