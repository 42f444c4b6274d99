import { CURSOR, fromCursor } from '#contract/lib/cursor.ts'
import { TALK_PAGE_MAX, TALK_PAGE_SIZE } from '#contract/live/limits.ts'
import type { Watchers } from '#server/features/live/watching/watchers.ts'
import type { Ready } from '#server/http/ready.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { talkAccess } from './access.ts'
import { talkFeed } from './feed.ts'
import { talkPosting } from './posting.ts'
import { talkService } from './service.ts'
import { talkStreams } from './streams.ts'
import type { TalkWindow } from './window.ts'

/** Query strings of our own app; others are left to the ordinary route, which validates them. */
const FIRST_PAGE = /^(?:offset=(\d{1,3}))?$/
const LATER = /^(?:offset=\d{1,3}&)?after=([^&]+)$/

/** A process's talk: windows in memory, streams, posting. */
export function openTalk(deps: Deps, watchers: Watchers) {
  const feed = talkFeed(deps)
  const access = talkAccess(deps)
  const streams = talkStreams(deps, feed, watchers)

  /** From memory; a missing window or right is loaded once for all concurrent callers. */
  function find(viewer: Viewer, id: string, search: string): Found {
    const ask = questionOf(search)
    if (!ask) return undefined
    const watch = watchers.find(viewer, id)
    const window = typeof watch === 'string' ? feed.peek(id) : undefined
    if (window?.isFilled()) return ask(window, viewer.id)
    return Promise.resolve(watch).then(async (allowed) =>
      allowed ? ask((await feed.open(id)).window, viewer.id) : undefined,
    )
  }

  return {
    ...talkService(deps, access),
    ...talkPosting(deps, feed, access),
    find,
    /** Makes all processes read the window again after a restored line. */
    renew: feed.renew,
    async follow(viewer: Viewer, id: string, lastEventId: string | undefined) {
      const { event } = await access.watch(viewer, id)
      return streams.open(viewer, event, lastEventId)
    },
    /** Ends all streams: clients reconnect to another process, or to this one after its restart. */
    close() {
      streams.close()
      feed.close()
    },
  }
}
export type Talk = ReturnType<typeof openTalk>

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
