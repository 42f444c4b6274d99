import { dropOldest } from '#contract/lib/drop-oldest.ts'
import { RIGHT_KEPT_MS } from '#contract/live/limits.ts'
import { STATUS_MESSAGES } from '#contract/shared/messages.ts'
import {
  hasArchive,
  mayModerateEvent,
  mayWatch,
  type Seat,
  whyNotWatch,
} from '#server/features/events/policy.ts'
import { findVisibleEvent } from '#server/features/events/service.ts'
import { isoNow, isYoung } from '#server/ports/clock.ts'
import { EVENT_CHANGED, RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { GivenDeps } from '#server/process/deps.ts'
import { isLoggedIn } from './session-queries.ts'

/** `live`: the live stream without its archive. `preview`: also the stream before it is on air. */
export type Watch = 'live' | 'watch' | 'preview'
export type Right = { may: Watch } | { may: 'nothing'; status: 401 | 403 | 404; message: string }

/** Kind of access of an authorized viewer: owner and staff see the preview, too. */
export function watchOf(seat: Seat): Watch {
  if (mayModerateEvent(seat)) return 'preview'
  return hasArchive(seat) ? 'watch' : 'live'
}

export function rightOf(seat: Seat): Right {
  if (!mayWatch(seat)) return { may: 'nothing', status: 403, message: whyNotWatch(seat) }
  return { may: watchOf(seat) }
}

interface Asker {
  eventId: string
  userId: string
  /** Session of the login: the stream stops when it ends. */
  sessionId: string
}
interface CachedRight {
  at: number
  right: Promise<Right>
}
/** Maximum number of events in the cache of rights. */
const MAX_EVENTS = 1_000

/** Rights to watch, cached for ten seconds; a change published on the bus invalidates them at once. */
export class WatchRights {
  readonly #deps: GivenDeps
  /** By event, user and session. */
  readonly #known = new Map<string, Map<string, Map<string, CachedRight>>>()

  constructor(deps: GivenDeps) {
    this.#deps = deps
    deps.bus.subscribe(EVENT_CHANGED, (eventId) => void this.#known.delete(eventId))
    deps.bus.subscribe(RIGHTS_CHANGED, (userId) => {
      for (const event of this.#known.values()) event.delete(userId)
    })
  }

  async #lookUp({ eventId, userId, sessionId }: Asker): Promise<Right> {
    if (!(await isLoggedIn(this.#deps.read, userId, sessionId)))
      return { may: 'nothing', status: 401, message: STATUS_MESSAGES[401] }
    const viewer = { id: userId }
    const visible = await findVisibleEvent(this.#deps.read, viewer, eventId, isoNow(this.#deps))
    return visible
      ? rightOf(visible.seat)
      : { may: 'nothing', status: 404, message: STATUS_MESSAGES[404] }
  }

  of(asker: Asker): Promise<Right> {
    const now = this.#deps.clock.now().getTime()
    const event = this.#known.get(asker.eventId) ?? new Map<string, Map<string, CachedRight>>()
    this.#known.set(asker.eventId, event)
    dropOldest(this.#known, MAX_EVENTS)
    const sessions = event.get(asker.userId) ?? new Map<string, CachedRight>()
    event.set(asker.userId, sessions)
    const session = sessions.get(asker.sessionId)
    if (session && isYoung(session.at, now, RIGHT_KEPT_MS)) return session.right
    const right = this.#lookUp(asker)
    sessions.set(asker.sessionId, { at: now, right })
    right.catch(() => sessions.delete(asker.sessionId))
    return right
  }
}
