import { CURSOR, fromCursor } from '#contract/lib/cursor.ts'
import {
  REACTIONS_AT_ONCE,
  REACTIONS_EVERY_MS,
  REACTIONS_HEADER,
  TALK_PAGE_MAX,
  TALK_PAGE_SIZE,
} from '#contract/live/limits.ts'
import type { Watchers } from '#server/features/live/watching/watchers.ts'
import type { Ready } from '#server/http/ready.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { TalkFeed } from './feed.ts'
import { TalkMarks } from './marks.ts'
import { TalkPosting } from './post-talk.ts'
import { TalkReactions } from './reactions.ts'
import { assertCanPost, watch } from './talk-rights.ts'
import { TalkStreams } from './talk-streams.ts'
import type { TalkWindow } from './window.ts'

/** Query strings of our own app; others are left to the ordinary route, which validates them. */
const FIRST_PAGE = /^(?:offset=(\d{1,3}))?$/
const LATER = /^(?:offset=\d{1,3}&)?after=([^&]+)$/
const REACTION = /^count=(\d{1,2})$/
/** Requests with reactions of one person, twice as many as the app sends. */
const REACTIONS_PACE = { max: 60, perMs: 30 * REACTIONS_EVERY_MS }

/** A process's talk: windows in memory, streams, posting. */
export class Talk {
  readonly #deps: Deps
  readonly #watchers: Watchers
  readonly #feed
  readonly #streams
  readonly #reactions
  readonly #pace
  readonly posting: TalkPosting
  readonly marks: TalkMarks

  constructor(deps: Deps, watchers: Watchers) {
    this.#deps = deps
    this.#watchers = watchers
    this.#feed = new TalkFeed(deps)
    this.#streams = new TalkStreams(deps, this.#feed, watchers)
    this.#reactions = new TalkReactions(deps, (id, shown) => this.#streams.showReactions(id, shown))
    this.#pace = deps.throttles.own('reactions', REACTIONS_PACE)
    this.posting = new TalkPosting(deps, this.#feed)
    this.marks = new TalkMarks(deps, (id, seq) => this.tell(id, seq))
  }

  /** From memory; a missing window or right is loaded once for all concurrent callers. */
  find(viewer: Viewer, id: string, search: string): Found {
    const question = questionOf(search)
    if (!question) return undefined
    const shown = this.#reactions.shown(id)
    const ask: Question =
      shown === 0
        ? question
        : (window, viewerId) => withReactions(question(window, viewerId), shown)
    const watch = this.#watchers.find(viewer, id)
    const window = typeof watch === 'string' ? this.#feed.peek(id) : undefined
    if (window?.isFilled()) return ask(window, viewer.id)
    return Promise.resolve(watch).then(async (allowed) =>
      allowed ? ask((await this.#feed.open(id)).window, viewer.id) : undefined,
    )
  }

  /** Counts reactions from memory; undefined leaves the request, and a refusal, to `react`. */
  findReaction(viewer: Viewer, id: string, search: string): Counted {
    const count = Number(REACTION.exec(search)?.[1])
    if (!(count >= 1 && count <= REACTIONS_AT_ONCE)) return undefined
    const may = this.#watchers.find(viewer, id)
    const add = (isOpen: boolean) =>
      isOpen && this.#pace.take(viewer.id) ? this.#added(id, count) : undefined
    // Only once the right is known: ids are what the caller makes up.
    const addTo = (right: Awaited<typeof may>) => {
      if (!right) return undefined
      const isOpen = this.#reactions.isOpen(id)
      return typeof isOpen === 'boolean' ? add(isOpen) : isOpen.then(add)
    }
    return may instanceof Promise ? may.then(addTo) : addTo(may)
  }

  #added(id: string, count: number): 'done' {
    this.#reactions.add(id, count)
    return 'done'
  }

  async react(viewer: Viewer, id: string, count: number) {
    const { seat } = await watch(this.#deps, viewer, id)
    assertCanPost(seat)
    this.#pace.count(viewer.id)
    this.#reactions.add(id, count)
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
    this.#reactions.close()
    this.#feed.close()
  }
}

type Found = Ready | undefined | Promise<Ready | undefined>
type Counted = 'done' | undefined | Promise<'done' | undefined>
type Question = (window: TalkWindow, viewerId: string) => Ready | undefined

const withReactions = (ready: Ready | undefined, shown: number) =>
  ready && { ...ready, headers: { [REACTIONS_HEADER]: shown } }

function questionOf(search: string): Question | undefined {
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
