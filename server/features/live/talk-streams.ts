import { CURSOR, fromCursor } from '#contract/cursor.ts'
import { TALK_CATCH_UP, TALK_HEARTBEAT_MS } from '#contract/limits.ts'
import type { TalkEnd } from '#contract/live.ts'
import type { Deps, Viewer } from '#server/deps.ts'
import { SESSION_ENDED } from '#server/features/auth/access-token.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { SseAnswer, SseLine } from '#server/http/sse.ts'
import { EVENT_CHANGED, RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { Channel, TalkFeed } from './talk-feed.ts'
import { framesOf, type Line, lineOf } from './talk-line.ts'
import * as query from './talk-queries.ts'
import type { TalkRights } from './talk-rights.ts'

/** Streams are looked at this often; each one's right is asked again about once in half a minute. */
const SWEEP_MS = 1_000
const CHECK_MS = 30_000
/** The oldest of a person's streams makes room for one more. */
const MOST_OF_ONE = 10

const HELLO = Buffer.from(': ここから\n\n')
const HEARTBEAT = Buffer.from(':\n\n')
const CHANGED = Buffer.from('event: changed\ndata: {}\n\n')
const endFrame = (reason: TalkEnd) =>
  Buffer.from(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`)

interface Stream {
  viewer: Viewer
  line: SseLine
  channel: Channel
  /** Milliseconds; then its right is asked again. */
  checkAt: number
}
type StreamDeps = Pick<Deps, 'read' | 'clock' | 'bus' | 'log' | 'config'>

/** Everybody who follows a talk by server-sent events: one listener an event, one buffer for all who get the same. */
export function talkStreams(deps: StreamDeps, feed: TalkFeed, rights: TalkRights) {
  const { read, clock, bus, log } = deps
  const most = deps.config.rateLimits ? MOST_OF_ONE : Number.POSITIVE_INFINITY
  const rooms = new Map<Channel, Set<Stream>>()
  let isClosing = false
  const timers: NodeJS.Timeout[] = []
  const all = () => [...rooms.values()].flatMap((streams) => [...streams])
  const now = () => clock.now().getTime()

  const unheard = [
    bus.subscribe(SESSION_ENDED, (sessionId) => {
      for (const stream of all()) if (stream.viewer.sessionId === sessionId) end(stream, 'token')
    }),
    bus.subscribe(RIGHTS_CHANGED, (userId) => {
      for (const stream of all()) if (stream.viewer.id === userId) recheck(stream)
    }),
    bus.subscribe(EVENT_CHANGED, (eventId) => {
      for (const stream of all().filter(({ channel }) => channel.eventId === eventId)) {
        stream.line.write(CHANGED)
        stream.checkAt = now() + Math.random() * CHECK_MS
      }
    }),
  ]

  function end(stream: Stream, reason: TalkEnd) {
    stream.line.end(endFrame(reason))
  }
  function recheck(stream: Stream) {
    stream.line.write(CHANGED)
    check(stream)
  }
  function check(stream: Stream) {
    stream.checkAt = now() + CHECK_MS * (0.75 + Math.random() / 2)
    Promise.resolve(rights.mayWatch(stream.viewer, stream.channel.eventId)).then(
      (may) => may || end(stream, 'right'),
      (error: unknown) => log.warn({ error }, 'the right to follow a talk cannot be checked'),
    )
  }
  function sweep() {
    for (const stream of all()) {
      if (now() >= stream.viewer.tokenEnds) end(stream, 'token')
      else if (now() >= stream.checkAt) check(stream)
    }
  }
  function beat() {
    for (const { line } of all()) line.write(HEARTBEAT)
  }

  /** What a line says to most is written for them once. */
  function broadcast(streams: Set<Stream>, fresh: Line[]) {
    const authors = new Set(fresh.flatMap(({ author }) => author ?? []))
    const shared = framesOf(fresh, '')
    for (const { viewer, line } of streams)
      line.write(authors.has(viewer.id) ? framesOf(fresh, viewer.id) : shared)
  }
  function roomOf(channel: Channel): Set<Stream> {
    const known = rooms.get(channel)
    if (known) return known
    const streams = new Set<Stream>()
    const listener = (fresh: Line[]) => broadcast(streams, fresh)
    rooms.set(channel, streams)
    channel.listeners.add(listener)
    if (timers.length === 0)
      timers.push(setInterval(sweep, SWEEP_MS), setInterval(beat, TALK_HEARTBEAT_MS))
    for (const timer of timers) timer.unref()
    leaving.set(streams, () => {
      rooms.delete(channel)
      channel.listeners.delete(listener)
    })
    return streams
  }
  const leaving = new WeakMap<Set<Stream>, () => void>()

  function join(stream: Stream) {
    const streams = roomOf(stream.channel)
    const own = [...streams].filter(({ viewer }) => viewer.id === stream.viewer.id)
    if (own.length >= most) end(own[0]!, 'again')
    streams.add(stream)
    stream.line.onClose(() => {
      streams.delete(stream)
      if (streams.size === 0) leaving.get(streams)?.()
    })
  }

  /** From far back the database is read page by page, as quickly as the reader takes it; the rest is in memory. */
  async function catchUp(stream: Stream, ownerId: string, seq: number) {
    const { line, channel, viewer } = stream
    let at = seq
    while (line.isOpen()) {
      const missed = channel.window.since(at)
      if (missed) {
        if (missed.length > 0) line.write(framesOf(missed, viewer.id))
        return join(stream)
      }
      const rows = await query.talkAfter(read, channel.eventId, at, TALK_CATCH_UP)
      line.write(
        framesOf(
          rows.map((row) => lineOf(row, ownerId)),
          viewer.id,
        ),
      )
      at = rows.at(-1)?.seq ?? channel.window.last()
      await line.drained()
    }
  }

  return {
    /** For a viewer who may watch. Without `lastEventId` it begins with what is said from now on. */
    async open(
      viewer: Viewer,
      event: { id: string; owner_id: string },
      lastEventId: string | undefined,
    ): Promise<SseAnswer> {
      if (lastEventId !== undefined && !CURSOR.test(lastEventId)) throw new Refusal(400)
      const channel = await feed.open(event.id)
      const seq = lastEventId === undefined ? channel.window.last() : fromCursor(lastEventId)
      return {
        first: HELLO,
        follow(line) {
          if (isClosing) return line.end(endFrame('again'))
          const stream = { viewer, line, channel, checkAt: now() + CHECK_MS }
          catchUp(stream, event.owner_id, Math.min(seq, channel.window.last())).catch(
            (error: unknown) => {
              log.warn({ error }, 'a talk stream could not be resumed')
              end(stream, 'again')
            },
          )
        },
      }
    },
    count: () => all().length,
    /** Ends every stream, and each that opens from now on: its reader finds another process, or this one after its start. */
    close() {
      isClosing = true
      for (const timer of timers) clearInterval(timer)
      for (const stop of unheard) stop()
      for (const stream of all()) end(stream, 'again')
    },
  }
}
export type TalkStreams = ReturnType<typeof talkStreams>
