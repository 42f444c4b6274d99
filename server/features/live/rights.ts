import { RIGHT_KEPT_MS } from '#contract/limits.ts'
import { REFUSED } from '#contract/messages.ts'
import {
  mayModerateEvent,
  mayWatch,
  type Seat,
  whyNotWatch,
} from '#server/features/events/policy.ts'
import { seeEvent } from '#server/features/events/service.ts'
import { Refusal } from '#server/http/refusal.ts'
import { isYoung } from '#server/ports/clock.ts'
import { EVENT_CHANGED, RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { Deps } from '#server/process/deps.ts'

export type Watch = 'watch' | 'preview'
export type Right = { may: Watch } | { may: 'nothing'; status: 401 | 403 | 404; message: string }

/** Of whoever may watch: an event's owner and staff see it before everybody else. */
export const watchOf = (seat: Seat): Watch => (mayModerateEvent(seat) ? 'preview' : 'watch')

export function rightOf(seat: Seat): Right {
  if (!mayWatch(seat)) return { may: 'nothing', status: 403, message: whyNotWatch(seat) }
  return { may: watchOf(seat) }
}

interface Asker {
  eventId: string
  userId: string
  /** Their login: when it ends, so does the picture. */
  sessionId: string
}
interface Known {
  at: number
  right: Promise<Right>
}
/** Events whose watchers' rights are remembered. */
const MAX_EVENTS = 1_000

/** The right to watch, from memory for ten seconds, and looked up anew at once when it is told to have changed. */
export function watchRights({ read, clock, bus }: Pick<Deps, 'read' | 'clock' | 'bus'>) {
  /** By event, person and login. */
  const known = new Map<string, Map<string, Map<string, Known>>>()
  bus.subscribe(EVENT_CHANGED, (eventId) => void known.delete(eventId))
  bus.subscribe(RIGHTS_CHANGED, (userId) => {
    for (const event of known.values()) event.delete(userId)
  })

  async function lookUp({ eventId, userId, sessionId }: Asker): Promise<Right> {
    const session = await read
      .selectFrom('session')
      .innerJoin('user', 'user.id', 'session.user_id')
      .select('session.id')
      .where('session.id', '=', sessionId)
      .where('session.user_id', '=', userId)
      .where('session.revoked_at', 'is', null)
      .where('user.status', '=', 'active')
      .executeTakeFirst()
    if (!session) return { may: 'nothing', status: 401, message: REFUSED[401] }
    const viewer = { id: userId }
    try {
      return rightOf((await seeEvent(read, viewer, eventId, clock.now().toISOString())).seat)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { may: 'nothing', status: 404, message: error.message }
    }
  }

  return (asker: Asker): Promise<Right> => {
    const now = clock.now().getTime()
    const event = known.get(asker.eventId) ?? new Map<string, Map<string, Known>>()
    known.set(asker.eventId, event)
    if (known.size > MAX_EVENTS) known.delete(known.keys().next().value!)
    const mine = event.get(asker.userId) ?? new Map<string, Known>()
    event.set(asker.userId, mine)
    const found = mine.get(asker.sessionId)
    if (found && isYoung(found.at, now, RIGHT_KEPT_MS)) return found.right
    const right = lookUp(asker)
    mine.set(asker.sessionId, { at: now, right })
    right.catch(() => mine.delete(asker.sessionId))
    return right
  }
}
export type WatchRights = ReturnType<typeof watchRights>
