import { DAY_MS } from '#contract/lib/durations.ts'
import { enqueue } from '#server/db/outbox.ts'
import type { Id, Instant } from '#server/db/schema/types.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Deps } from '#server/process/deps.ts'
import type { Notification } from './notifications.ts'

/** Outbox topic of a notification to one person. */
export const NOTIFICATION = 'tell'

/** A notification, with its expiry. */
export interface NotificationRequest {
  /** Makes the notification unique among those of its kind to a person. */
  about: string
  notice: Notification
  until: Instant
  /** Also sent in quiet hours, for a person who waits for it. */
  bypassQuietHours?: boolean
}
export interface NotificationWork extends NotificationRequest {
  to: Id
}

/** Enqueues a notification in the transaction of its cause. Default expiry: one day. */
export function enqueueNotification(
  { newId, clock }: Pick<Deps, 'newId' | 'clock'>,
  tx: Tx,
  { to, ...request }: Omit<NotificationWork, 'until'> & { until?: Instant },
) {
  const now = clock.now()
  const until = new Date(now.getTime() + DAY_MS).toISOString()
  const payload: NotificationWork = { until, ...request, to }
  const key = `${NOTIFICATION}:${request.notice.notice}:${request.about}:${to}`
  return enqueue(tx, { id: newId(), topic: NOTIFICATION, key, payload, now: now.toISOString() })
}
