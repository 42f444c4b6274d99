import { hash } from 'node:crypto'
import { REFRESH_COOKIE_S } from '#contract/auth/limits.ts'
import { ARCHIVE_NOT_INCLUDED, EVENT_ENDED } from '#contract/events/messages.ts'
import type { LiveUrl } from '#contract/live/calls.ts'
import {
  ARCHIVE_NONE,
  EVENT_WAITING,
  STREAM_INTERRUPTED,
  TALK_GOES_ON,
} from '#contract/live/messages.ts'
import type { Schema } from '#server/db/schema.ts'
import { getVisibleEvent } from '#server/features/events/service.ts'
import { type Cookies, Reply } from '#server/http/answers/reply.ts'
import { ApiError, forbidden } from '#server/http/api-error.ts'
import type { Ready } from '#server/http/ready.ts'
import type { GivenDeps, Viewer } from '#server/process/deps.ts'
import { ticketOf } from './hls.ts'
import { rightOf, type Watch } from './rights.ts'
import type { StreamStates } from './stream-state.ts'
import type { ViewKind, Views } from './watching/views.ts'
import type { Watchers } from './watching/watchers.ts'
import type { Watching } from './watching/watching-browsers.ts'

/** Messages shown when there is no stream. */
const WORDS: Record<Schema['event']['publishment_flg'], string> = {
  0: EVENT_WAITING,
  1: EVENT_WAITING,
  2: TALK_GOES_ON,
  3: EVENT_ENDED,
}

const asReady = (message: string): Ready => ({
  bytes: Buffer.from(JSON.stringify({ message } satisfies LiveUrl)),
  etag: `"${hash('sha1', message, 'base64url').slice(0, 8)}"`,
})
/** Constant responses, created once. */
const READY = {
  0: asReady(WORDS[0]),
  1: asReady(WORDS[1]),
  2: asReady(WORDS[2]),
  3: asReady(WORDS[3]),
}

interface Parts {
  stages: StreamStates
  watchers: Watchers
  watching: Watching
  views: Views
}

/** Playback addresses for the browsers of authorized viewers. */
export class Playback {
  readonly #deps: GivenDeps
  readonly #parts: Parts

  constructor(deps: GivenDeps, parts: Parts) {
    this.#deps = deps
    this.#parts = parts
  }

  /** Uses the cache, since thousands of waiting viewers poll every few seconds. */
  async #admit(viewer: Viewer, id: string): Promise<Watch> {
    const known = await this.#parts.watchers.find(viewer, id)
    if (known) return known
    const right = rightOf(
      (await getVisibleEvent(this.#deps.read, viewer, id, this.#deps.clock.now().toISOString()))
        .seat,
    )
    if (right.may === 'nothing') throw new ApiError(right.status, right.message)
    return right.may
  }

  async #open(kind: ViewKind, id: string, viewer: Viewer, cookies: Cookies, message?: string) {
    const { url, cookie, browser } = this.#parts.views.make(kind, id, viewer, cookies.watch)
    await this.#parts.watching.start(ticketOf({ eventId: id, userId: viewer.id }), browser)
    const body: LiveUrl = { url, ...(message && { message }) }
    return new Reply(body, {
      cookie: { name: 'watch', value: cookie, maxAge: REFRESH_COOKIE_S },
    })
  }

  /** Fast path for viewers waiting for the start; undefined if the ordinary path is needed. */
  async findWaiting(viewer: Viewer, id: string): Promise<Ready | undefined> {
    const watch = await this.#parts.watchers.find(viewer, id)
    if (!watch || (await this.#parts.stages.live(id, watch === 'preview'))) return undefined
    return READY[await this.#parts.stages.flagOf(id)]
  }

  async getUrl(viewer: Viewer, id: string, cookies: Cookies): Promise<LiveUrl | Reply<LiveUrl>> {
    const watch = await this.#admit(viewer, id)
    const streamState = await this.#parts.stages.live(id, watch === 'preview')
    if (!streamState || streamState.state === 'over')
      return { message: WORDS[await this.#parts.stages.flagOf(id)] }
    const message = streamState.state === 'interrupted' ? STREAM_INTERRUPTED : undefined
    return this.#open('live', id, viewer, cookies, message)
  }

  async getArchiveUrl(viewer: Viewer, id: string, cookies: Cookies) {
    if ((await this.#admit(viewer, id)) === 'live') throw forbidden(ARCHIVE_NOT_INCLUDED)
    if (!(await this.#parts.stages.archive(id))) return { message: ARCHIVE_NONE }
    return this.#open('archive', id, viewer, cookies)
  }
}
