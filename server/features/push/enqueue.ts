import { enqueue } from '#server/db/outbox.ts'
import type { Id, Instant } from '#server/db/schema/types.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Deps } from '#server/process/deps.ts'
import type { Notice } from './notices.ts'

/** The outbox topic of what one person is to be told. */
export const NOTIFICATION = 'tell'
const DAY_MS = 24 * 60 * 60_000

/** One matter, and until when it is worth telling. */
export interface NotificationRequest {
  /** What it is the only notice of its kind about: the same person hears of it once. */
  about: string
  notice: Notice
  until: Instant
  /** Also at night: somebody is waiting for it. */
  despiteNight?: boolean
}
export interface NotificationWork extends NotificationRequest {
  to: Id
}

/** Has one person told of something, in the transaction of its cause. Without `until`, for a day. */
export function enqueueNotification(
  { newId, clock }: Pick<Deps, 'newId' | 'clock'>,
  tx: Tx,
  { to, ...told }: Omit<NotificationWork, 'until'> & { until?: Instant },
) {
  const now = clock.now()
  const until = new Date(now.getTime() + DAY_MS).toISOString()
  const payload: NotificationWork = { until, ...told, to }
  const key = `${NOTIFICATION}:${told.notice.notice}:${told.about}:${to}`
  return enqueue(tx, { id: newId(), topic: NOTIFICATION, key, payload, now: now.toISOString() })
}
