import { RIGHT_KEPT_MS } from '#contract/limits.ts'
import { REFUSED, TICKET_NEEDED, WATCHING_BANNED } from '#contract/messages.ts'
import type { Deps } from '#server/deps.ts'
import { mayModerateEvent, mayWatch, type Seat } from '#server/features/events/policy.ts'
import { seeEvent } from '#server/features/events/service.ts'
import { Refusal } from '#server/http/refusal.ts'
import { RIGHTS_CHANGED, STREAM_CHANGED } from '#server/ports/bus.ts'

export type Right =
  | { may: 'watch' | 'preview' }
  | { may: 'nothing'; status: 401 | 403 | 404; message: string }

/** Whoever is banned from an event sees no more of it; its owner and staff see it before everybody else. */
export function rightOf(seat: Seat): Right {
  if (!mayWatch(seat)) return { may: 'nothing', status: 403, message: TICKET_NEEDED }
  if (mayModerateEvent(seat)) return { may: 'preview' }
  if (seat.isBanned) return { may: 'nothing', status: 403, message: WATCHING_BANNED }
  return { may: 'watch' }
}

interface Asker {
  eventId: string
  userId: string
  /** Their login: when it ends, so does the picture. */
  sessionId: string
}
/** Events whose watchers' rights are remembered. */
const MOST_EVENTS = 1_000

/** The right to watch, from memory for ten seconds, and looked up anew at once when it is told to have changed. */
export function watchRights({ read, clock, bus }: Pick<Deps, 'read' | 'clock' | 'bus'>) {
  const known = new Map<string, Map<string, { until: number; right: Promise<Right> }>>()
  for (const topic of [RIGHTS_CHANGED, STREAM_CHANGED])
    bus.subscribe(topic, (eventId) => void known.delete(eventId))

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
    const event = known.get(asker.eventId) ?? new Map()
    known.set(asker.eventId, event)
    if (known.size > MOST_EVENTS) known.delete(known.keys().next().value!)
    const who = `${asker.userId} ${asker.sessionId}`
    const found = event.get(who)
    if (found && now < found.until) return found.right
    const right = lookUp(asker)
    event.set(who, { until: now + RIGHT_KEPT_MS, right })
    right.catch(() => event.delete(who))
    return right
  }
}
export type WatchRights = ReturnType<typeof watchRights>
