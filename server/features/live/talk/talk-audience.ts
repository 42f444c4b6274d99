import type { TalkEnd } from '#contract/live/calls.ts'
import type { SseLine } from '#server/http/answers/sse.ts'
import type { Viewer } from '#server/process/deps.ts'
import type { Channel } from './feed.ts'
import { framesOf, type TalkLine } from './line.ts'

export interface TalkStream {
  viewer: Viewer
  line: SseLine
  channel: Channel
  /** Milliseconds. */
  openedAt: number
  /** Milliseconds; time of the next check of the right to watch. */
  checkAt: number
}
interface Hall {
  streams: Set<TalkStream>
  leave: () => void
}
/** Bounds of open streams. */
interface Bound {
  /** Of one person; the oldest one is closed. */
  one: number
  /** Of all. */
  all: number
}
/** A stream younger than this gives way to no other, so that many windows of one person do not close each other in turn. */
const YOUNG_MS = 60_000
const NOBODY = ''
const NONE: TalkStream[] = []

/** Sends the last event of a stream and closes it. */
export const endStream = ({ line }: TalkStream, reason: TalkEnd): void => line.end(endFrame(reason))
export const endFrame = (reason: TalkEnd): Buffer =>
  Buffer.from(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`)

/** Serializes once for all; authors of a line get their own bytes, with their client id. */
function broadcast(streams: Set<TalkStream>, fresh: TalkLine[]) {
  const authors = new Set(fresh.flatMap(({ author }) => author ?? []))
  const shared = framesOf(fresh, NOBODY)
  for (const { viewer, line } of streams)
    line.write(authors.has(viewer.id) ? framesOf(fresh, viewer.id) : shared)
}

/** All open streams, with one listener per event. A stream is counted from its opening, and joins when it caught up. */
export class TalkAudience {
  readonly #max: Bound
  readonly #halls = new Map<Channel, Hall>()
  /** Streams by user, oldest first. */
  readonly #own = new Map<string, TalkStream[]>()
  #count = 0

  constructor(max: Bound) {
    this.#max = max
  }

  /** Whether a new stream of this person has no place at this time, in milliseconds. */
  isFull(userId: string, now: number) {
    if (this.#count >= this.#max.all) return true
    const own = this.#own.get(userId) ?? NONE
    const [oldest] = own
    if (!oldest || own.length < this.#max.one) return false
    return Math.abs(now - oldest.openedAt) < YOUNG_MS
  }

  count(stream: TalkStream) {
    const { id } = stream.viewer
    const others = this.#own.get(id) ?? NONE
    const [oldest, ...later] = others
    const isFull = others.length >= this.#max.one
    // Before the oldest has closed, so that of many streams at once each closes another.
    this.#own.set(id, [...(isFull ? later : others), stream])
    if (isFull && oldest) endStream(oldest, 'again')
    this.#count++
    stream.line.onClose(() => {
      this.#count--
      const left = (this.#own.get(id) ?? NONE).filter((other) => other !== stream)
      if (left.length > 0) this.#own.set(id, left)
      else this.#own.delete(id)
    })
  }

  #hallOf(channel: Channel): Hall {
    const known = this.#halls.get(channel)
    if (known) return known
    const streams = new Set<TalkStream>()
    const listener = (fresh: TalkLine[]) => broadcast(streams, fresh)
    channel.listeners.add(listener)
    const leave = () => {
      this.#halls.delete(channel)
      channel.listeners.delete(listener)
    }
    const hall = { streams, leave }
    this.#halls.set(channel, hall)
    return hall
  }

  all() {
    return [...this.#halls.values()].flatMap(({ streams }) => [...streams])
  }

  /** Writes the same bytes to all streams of an event. */
  write(eventId: string, bytes: Buffer) {
    for (const [channel, { streams }] of this.#halls)
      if (channel.eventId === eventId) for (const { line } of streams) line.write(bytes)
  }

  join(stream: TalkStream) {
    const { streams, leave } = this.#hallOf(stream.channel)
    streams.add(stream)
    stream.line.onClose(() => {
      streams.delete(stream)
      if (streams.size === 0) leave()
    })
  }
}
