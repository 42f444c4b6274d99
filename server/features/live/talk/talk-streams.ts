import { CURSOR, fromCursor } from '#contract/lib/cursor.ts'
import { TALK_CATCH_UP, TALK_HEARTBEAT_MS } from '#contract/live/limits.ts'
import { SESSION_ENDED } from '#server/features/auth/sessions/access-token.ts'
import type { Watchers } from '#server/features/live/watching/watchers.ts'
import type { SseAnswer } from '#server/http/answers/sse.ts'
import { ApiError } from '#server/http/api-error.ts'
import { EVENT_CHANGED, RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import type { TalkFeed } from './feed.ts'
import { framesOf, talkLineOf } from './line.ts'
import * as query from './queries.ts'
import { endFrame, endStream, TalkAudience, type TalkStream } from './talk-audience.ts'

/** Interval of the check of streams; each one's right is checked about every half minute. */
const SWEEP_MS = 1_000
const CHECK_MS = 30_000
/** Each stream is a connection: the process is allowed some 65,000 files. */
const MAX_STREAMS = { one: 10, all: 20_000 }
const UNBOUNDED = { one: Number.POSITIVE_INFINITY, all: Number.POSITIVE_INFINITY }
const FULL_RETRY_S = 10

const HELLO = Buffer.from(':\n\n')
const HEARTBEAT = HELLO
const CHANGED = Buffer.from('event: changed\ndata: {}\n\n')

/** Talk as server-sent events: streams resume without gaps, and end with an event on loss of the right. */
export class TalkStreams {
  readonly #deps: Deps
  readonly #feed: TalkFeed
  readonly #audience
  readonly #stopWatching
  readonly #heart
  #isClosing = false

  constructor(deps: Deps, feed: TalkFeed, watchers: Watchers) {
    this.#deps = deps
    this.#feed = feed
    this.#audience = new TalkAudience(deps.config.rateLimits ? MAX_STREAMS : UNBOUNDED)
    this.#stopWatching = watchRights(deps, () => this.#audience.all(), watchers)
    this.#heart = setInterval(() => {
      for (const { line } of this.#audience.all()) line.write(HEARTBEAT)
    }, TALK_HEARTBEAT_MS).unref()
  }

  /** Reads old lines from the database page by page, with backpressure; the rest is in memory. */
  async #catchUp(stream: TalkStream, ownerId: string, seq: number) {
    const { line, channel, viewer } = stream
    let at = seq
    while (line.isOpen()) {
      const missed = channel.window.since(at)
      if (missed) {
        if (missed.length > 0) line.write(framesOf(missed, viewer.id))
        return this.#audience.join(stream)
      }
      const rows = await query.talkAfter(this.#deps.read, channel.eventId, at, TALK_CATCH_UP)
      const lines = rows.map((row) => talkLineOf(row, ownerId))
      line.write(framesOf(lines, viewer.id))
      at = rows.at(-1)?.seq ?? channel.window.last()
      await line.drained()
    }
  }

  /** For a viewer who may watch. Without `lastEventId` the stream begins with the next message. */
  async open(
    viewer: Viewer,
    event: { id: string; owner_id: string },
    lastEventId: string | undefined,
  ): Promise<SseAnswer> {
    if (lastEventId !== undefined && !CURSOR.test(lastEventId)) throw new ApiError(400)
    const now = () => this.#deps.clock.now().getTime()
    if (this.#audience.isFull(viewer.id, now()))
      throw new ApiError(503, undefined, { retryAfter: FULL_RETRY_S })
    const channel = await this.#feed.open(event.id)
    const last = channel.window.last()
    const seq = lastEventId === undefined ? last : Math.min(fromCursor(lastEventId), last)
    return {
      first: HELLO,
      follow: (line) => {
        if (this.#isClosing) return line.end(endFrame('again'))
        const openedAt = now()
        const stream = { viewer, line, channel, openedAt, checkAt: openedAt + CHECK_MS }
        this.#audience.count(stream)
        this.#catchUp(stream, event.owner_id, seq).catch((error: unknown) => {
          this.#deps.log.warn({ error }, 'Could not resume a stream of talk.')
          endStream(stream, 'again')
        })
      },
    }
  }

  /** Shows the number of reactions to all who follow the event. */
  showReactions(eventId: string, shown: number) {
    this.#audience.write(eventId, Buffer.from(`event: reactions\ndata: ${shown}\n\n`))
  }

  /**
   * Ends all streams, including later ones: clients reconnect to another process, or to this one after its restart.
   */
  close() {
    this.#isClosing = true
    clearInterval(this.#heart)
    this.#stopWatching()
    for (const stream of this.#audience.all()) endStream(stream, 'again')
  }
}

/** Ends streams whose token or right has ended, by bus message or periodic check. Returns a stop function. */
function watchRights({ clock, bus, log }: Deps, all: () => TalkStream[], watchers: Watchers) {
  const now = () => clock.now().getTime()

  /** The second condition: the clock was ahead when `checkAt` was set. */
  const isDue = ({ checkAt }: TalkStream) => checkAt <= now() || checkAt - now() > 2 * CHECK_MS

  function check(stream: TalkStream) {
    stream.checkAt = now() + CHECK_MS * (0.75 + Math.random() / 2)
    Promise.resolve(watchers.find(stream.viewer, stream.channel.eventId)).then(
      (may) => may || endStream(stream, 'right'),
      (error: unknown) => log.warn({ error }, 'Could not check the right to follow a talk.'),
    )
  }
  const sweep = setInterval(() => {
    for (const stream of all())
      if (now() >= stream.viewer.tokenEnds) endStream(stream, 'token')
      else if (isDue(stream)) check(stream)
  }, SWEEP_MS).unref()
  const stops = [
    () => clearInterval(sweep),
    bus.subscribe(SESSION_ENDED, (sessionId) => {
      for (const stream of all())
        if (stream.viewer.sessionId === sessionId) endStream(stream, 'token')
    }),
    bus.subscribe(RIGHTS_CHANGED, (userId) => {
      for (const stream of all().filter(({ viewer }) => viewer.id === userId)) {
        stream.line.write(CHANGED)
        check(stream)
      }
    }),
    bus.subscribe(EVENT_CHANGED, (eventId) => {
      for (const stream of all().filter(({ channel }) => channel.eventId === eventId)) {
        stream.line.write(CHANGED)
        stream.checkAt = now() + Math.random() * CHECK_MS // spread over time, to avoid a burst of queries
      }
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
