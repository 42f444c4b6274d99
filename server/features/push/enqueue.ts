import * as z from 'zod'
import { DAY_MS } from '#contract/lib/durations.ts'
import { enqueue } from '#server/db/outbox.ts'
import type { Instant } from '#server/db/schema/types.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Deps } from '#server/process/deps.ts'
import { addToLists } from './list-entries.ts'
import { type AnyNotification, isPushed, Notification } from './notifications.ts'

/** Outbox topic of a notification to one person. */
export const NOTIFICATION = 'tell'

/** A notification, with its expiry. */
const NotificationRequest = z.object({
  /** Makes the notification unique among those of its kind to a person. */
  about: z.string(),
  notice: Notification,
  until: z.string(),
  /** Also sent in quiet hours, for a person who waits for it. */
  bypassQuietHours: z.boolean().exactOptional(),
})
export type NotificationRequest = z.output<typeof NotificationRequest>
export const NotificationWork = NotificationRequest.extend({ to: z.string() })
type NotificationWork = z.output<typeof NotificationWork>

type NewNotification = Omit<NotificationWork, 'until' | 'notice'> & {
  notice: AnyNotification
  until?: Instant
}

/**
 * Puts a notification into the person's list, and enqueues its push if it has one, in the transaction of its cause.
 * Default expiry of the push: one day.
 */
export async function enqueueNotification(
  deps: Pick<Deps, 'newId' | 'clock'>,
  tx: Tx,
  { to, notice, ...request }: NewNotification,
) {
  await addToLists(deps, tx, [to], { about: request.about, notice })
  if (!isPushed(notice)) return
  const until = new Date(deps.clock.now().getTime() + DAY_MS).toISOString()
  const payload: NotificationWork = { until, ...request, notice, to }
  const key = `${NOTIFICATION}:${notice.notice}:${request.about}:${to}`
  await enqueue(deps, tx, { topic: NOTIFICATION, key, payload })
}
