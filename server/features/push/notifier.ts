import * as z from 'zod'
import { defined } from '#contract/lib/defined.ts'
import { enqueueAll } from '#server/db/outbox.ts'
import type { Id } from '#server/db/schema/types.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import type { Deps } from '#server/process/deps.ts'
import { type NotificationRequest, NotificationWork } from './enqueue.ts'
import { addToLists, matterOf } from './list-entries.ts'
import { kindOf, Notification, remindedOf } from './notifications.ts'
import * as query from './queries.ts'
import { notifyAt } from './quiet-hours.ts'
import { targetOf } from './target.ts'

/** Outbox topic of messages to one push service. */
export const topicOf = (service: string) => `push:${service}`

/** One notification to one browser. */
export const PushWork = z.object({
  notice: z.string(),
  /** Same for all browsers of a person, for deduplication. */
  key: z.string(),
  device: z.string(),
  user: z.string(),
  told: Notification,
  until: z.string(),
  /** Also sent in quiet hours, for a person who waits for it. */
  bypassQuietHours: z.boolean(),
})
export type PushWork = z.output<typeof PushWork>

/**
 * Puts a notification into the lists of these people, and enqueues it for each browser of those who want it, in one
 * transaction. Idempotent. For at most a few hundred people at once. `sessionId`: only the browser of that session.
 */
export async function notifyPeople(
  deps: Deps,
  tx: Tx,
  people: Id[],
  request: NotificationRequest,
  sessionId: Id | null = null,
): Promise<number> {
  await addToLists(deps, tx, people, request)
  return pushToPeople(deps, tx, people, request, sessionId)
}

async function pushToPeople(
  deps: Deps,
  tx: Tx,
  people: Id[],
  request: NotificationRequest,
  sessionId: Id | null = null,
): Promise<number> {
  if (people.length === 0) return 0
  const now = deps.clock.now()
  const kind = kindOf(request.notice)
  const willing = await query.listWilling(tx, people, kind)
  const due = new Map(
    willing.flatMap(({ id, quiet_hours }) => {
      const at = notifyAt(now, { ...request, quiet: quiet_hours !== 0 })
      return at ? [[id, at] as const] : []
    }),
  )
  if (due.size === 0) return 0
  const targets = await query.listTargets(tx, [...due.keys()], sessionId)
  const notices = noticesFor(deps, targets, request)
  if (notices.size === 0) return 0
  const created_at = now.toISOString()
  const fresh = await query.insertNotices(
    tx,
    [...notices].map(([user_id, notification]) => ({
      ...notification,
      user_id,
      kind,
      event_id: remindedOf(request.notice),
      created_at,
      sent_at: null,
      delivered_at: null,
    })),
  )
  const works = targets.flatMap((row) => {
    const notification = defined(notices.get(row.user_id), 'a notification')
    const dueAt = defined(due.get(row.user_id), 'the time of a notification')
    const service = deps.push.serviceOf(targetOf(row))
    if (!fresh.has(notification.id) || service === null) return []
    const payload = workOf(notification, row, request)
    const key = `push:${notification.id}:${row.id}`
    const due_at = dueAt.toISOString()
    return [{ topic: topicOf(service), key, payload, due_at }]
  })
  await enqueueAll(deps, tx, works)
  return works.length
}

type Recipient = Awaited<ReturnType<typeof query.listTargets>>[number]

/** A new notification for each person with a browser, by their id. */
function noticesFor(deps: Deps, targets: Recipient[], { notice, about }: NotificationRequest) {
  const people = [...new Set(targets.map(({ user_id }) => user_id))].toSorted()
  return new Map(
    people.map((userId) => {
      const key = notificationKey(notice.notice, about, userId)
      return [userId, { id: deps.newId(), key }] as const
    }),
  )
}

const workOf = (
  { id, key }: { id: Id; key: string },
  target: Recipient,
  { notice, until, bypassQuietHours = false }: NotificationRequest,
): PushWork => ({
  notice: id,
  key,
  device: target.id,
  user: target.user_id,
  told: notice,
  until,
  bypassQuietHours,
})

/** Unique key of a notification to a person. */
export const notificationKey = (
  notificationType: Notification['notice'],
  about: string,
  userId: Id,
) => `${matterOf(notificationType, about)}:${userId}`

/** The matter of a person's notification, as their list names it. */
export const matterOfKey = (key: string, userId: Id) => key.slice(0, -`:${userId}`.length)

/** Outbox handler of a notification to one person, whose list has it since its cause. */
export async function handleNotification(deps: Deps, payload: unknown) {
  const { to, ...request } = NotificationWork.parse(payload)
  await transact(deps.db, (tx) => pushToPeople(deps, tx, [to], request))
}
