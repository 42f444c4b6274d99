import { CURSOR, fromCursor } from '#contract/lib/cursor.ts'
import { TALK_PAGE_MAX, TALK_PAGE_SIZE } from '#contract/live/limits.ts'
import type { Watchers } from '#server/features/live/watching/watchers.ts'
import type { Ready } from '#server/http/ready.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { TalkFeed } from './feed.ts'
import { TalkPosting } from './post-talk.ts'
import { watch } from './talk-rights.ts'
import { TalkStreams } from './talk-streams.ts'
import type { TalkWindow } from './window.ts'

/** Query strings of our own app; others are left to the ordinary route, which validates them. */
const FIRST_PAGE = /^(?:offset=(\d{1,3}))?$/
const LATER = /^(?:offset=\d{1,3}&)?after=([^&]+)$/

/** A process's talk: windows in memory, streams, posting. */
export class Talk {
  readonly #deps: Deps
  readonly #watchers: Watchers
  readonly #feed
  readonly #streams
  readonly posting: TalkPosting

  constructor(deps: Deps, watchers: Watchers) {
    this.#deps = deps
    this.#watchers = watchers
    this.#feed = new TalkFeed(deps)
    this.#streams = new TalkStreams(deps, this.#feed, watchers)
    this.posting = new TalkPosting(deps, this.#feed)
  }

  /** From memory; a missing window or right is loaded once for all concurrent callers. */
  find(viewer: Viewer, id: string, search: string): Found {
    const ask = questionOf(search)
    if (!ask) return undefined
    const watch = this.#watchers.find(viewer, id)
    const window = typeof watch === 'string' ? this.#feed.peek(id) : undefined
    if (window?.isFilled()) return ask(window, viewer.id)
    return Promise.resolve(watch).then(async (allowed) =>
      allowed ? ask((await this.#feed.open(id)).window, viewer.id) : undefined,
    )
  }

  /** Updates readers of this process now, others soon. */
  tell(eventId: string, seq: number) {
    return this.posting.tell(eventId, seq)
  }

  /** Makes all processes read the window again after a restored line. */
  renew(eventId: string) {
    return this.#feed.renew(eventId)
  }

  async follow(viewer: Viewer, id: string, lastEventId: string | undefined) {
    const { event } = await watch(this.#deps, viewer, id)
    return this.#streams.open(viewer, event, lastEventId)
  }

  /** Ends all streams: clients reconnect to another process, or to this one after its restart. */
  close() {
    this.#streams.close()
    this.#feed.close()
  }
}

type Found = Ready | undefined | Promise<Ready | undefined>

function questionOf(search: string) {
  const [first, offset] = FIRST_PAGE.exec(search) ?? []
  if (first !== undefined) {
    const count = offset === undefined ? TALK_PAGE_SIZE : Number(offset)
    if (count < 1 || count > TALK_PAGE_MAX) return undefined
    return (window: TalkWindow, viewerId: string) => window.newest(count, viewerId)
  }
  const after = LATER.exec(search)?.[1]
  if (after === undefined || !CURSOR.test(after)) return undefined
  return (window: TalkWindow, viewerId: string) => window.after(fromCursor(after), viewerId)
}
