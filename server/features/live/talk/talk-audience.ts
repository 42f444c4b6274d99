import type { TalkEnd } from '#contract/live/calls.ts'
import type { SseLine } from '#server/http/sse.ts'
import type { Viewer } from '#server/process/deps.ts'
import type { Channel } from './feed.ts'
import { framesOf, type TalkLine } from './line.ts'

export interface TalkStream {
  viewer: Viewer
  line: SseLine
  channel: Channel
  /** Milliseconds; time of the next check of the right to watch. */
  checkAt: number
}
interface Hall {
  streams: Set<TalkStream>
  /** Streams by user, oldest first. */
  own: Map<string, TalkStream[]>
  leave: () => void
}
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

/** All open streams, with one listener per event. `most`: streams per person and event; the oldest one is closed. */
export class TalkAudience {
  readonly #max: number
  readonly #halls = new Map<Channel, Hall>()

  constructor(max: number) {
    this.#max = max
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
    const hall = { streams, own: new Map<string, TalkStream[]>(), leave }
    this.#halls.set(channel, hall)
    return hall
  }

  all() {
    return [...this.#halls.values()].flatMap(({ streams }) => [...streams])
  }

  join(stream: TalkStream) {
    const { streams, own, leave } = this.#hallOf(stream.channel)
    const { id } = stream.viewer
    const others = own.get(id) ?? NONE
    const [oldest] = others
    if (oldest && others.length >= this.#max) endStream(oldest, 'again')
    own.set(id, others.concat(stream))
    streams.add(stream)
    stream.line.onClose(() => {
      streams.delete(stream)
      const left = (own.get(id) ?? NONE).filter((other) => other !== stream)
      if (left.length > 0) own.set(id, left)
      else own.delete(id)
      if (streams.size === 0) leave()
    })
  }
}
