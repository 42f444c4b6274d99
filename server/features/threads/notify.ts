import type { Db } from '#server/db/schema.ts'
import type { Notification } from '#server/features/push/notifications.ts'
import { findAnyThread } from './queries.ts'

/** False for a thread deleted before the notification was sent. */
export const isThreadNotificationValid = async (
  db: Db,
  notification: Notification,
): Promise<boolean> =>
  notification.notice !== 'newThread' ||
  (await findAnyThread(db, notification.threadId)) !== undefined
