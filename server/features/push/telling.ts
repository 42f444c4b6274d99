import { enqueueAll } from '#server/db/outbox.ts'
import type { Id } from '#server/db/schema/types.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import type { Deps } from '#server/process/deps.ts'
import type { NotificationRequest, NotificationWork } from './enqueue.ts'
import { kindOf, type Notice, remindedOf } from './notices.ts'
import * as query from './queries.ts'
import { whenToTell } from './quiet.ts'
import { targetOf } from './target.ts'

/** The outbox topic of what goes to the browsers of one push service. */
export const topicOf = (service: string) => `push:${service}`

/** One notice for one browser. */
export interface PushWork {
  notice: Id
  /** The same for all browsers of a person: each shows it once. */
  key: string
  device: Id
  user: Id
  told: Notice
  until: string
  /** Also at night: somebody is waiting for it. */
  despiteNight: boolean
}

type TellingDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'push'>

/**
 * Turns one matter into work for each browser of people who want to hear of it, in one transaction; done again, nobody
 * is told twice. At most a few hundred people at once. `sessionId`: only the browser of that login.
 */
export function telling({ clock, newId, push }: Omit<TellingDeps, 'db'>) {
  return async (
    tx: Tx,
    people: Id[],
    told: NotificationRequest,
    sessionId: Id | null = null,
  ): Promise<number> => {
    if (people.length === 0) return 0
    const now = clock.now()
    const kind = kindOf(told.notice)
    const willing = await query.listWilling(tx, people, kind)
    const due = new Map(
      willing.flatMap(({ id, quiet_hours }) => {
        const at = whenToTell(now, { ...told, quiet: quiet_hours !== 0 })
        return at ? [[id, at] as const] : []
      }),
    )
    if (due.size === 0) return 0
    const targets = await query.listTargets(tx, [...due.keys()], sessionId)
    const notices = new Map(
      [...new Set(targets.map(({ user_id }) => user_id))]
        .toSorted()
        .map(
          (user_id) =>
            [
              user_id,
              { id: newId(), key: noticeKey(told.notice.notice, told.about, user_id) },
            ] as const,
        ),
    )
    if (notices.size === 0) return 0
    const created_at = now.toISOString()
    const fresh = await query.insertNotices(
      tx,
      [...notices].map(([user_id, notice]) => ({
        ...notice,
        user_id,
        kind,
        event_id: remindedOf(told.notice),
        created_at,
        sent_at: null,
        delivered_at: null,
      })),
    )
    const works = targets.flatMap((row) => {
      const notice = notices.get(row.user_id)!
      const service = push.serviceOf(targetOf(row))
      if (!fresh.has(notice.id) || service === null) return []
      const payload: PushWork = {
        notice: notice.id,
        key: notice.key,
        device: row.id,
        user: row.user_id,
        told: told.notice,
        until: told.until,
        despiteNight: told.despiteNight ?? false,
      }
      const key = `push:${notice.id}:${row.id}`
      const due_at = due.get(row.user_id)!.toISOString()
      return [{ id: newId(), topic: topicOf(service), key, payload, now: created_at, due_at }]
    })
    await enqueueAll(tx, works)
    return works.length
  }
}

/** Names the one notice of a kind that a person has of a matter. */
export const noticeKey = (notice: Notice['notice'], about: string, userId: Id) =>
  `${notice}:${about}:${userId}`

/** Tells the one person that a piece of work names. */
export function noticeHandler(deps: TellingDeps) {
  const tell = telling(deps)
  return async (payload: unknown) => {
    const { to, ...told } = payload as NotificationWork
    await transact(deps.db, (tx) => tell(tx, [to], told))
  }
}
