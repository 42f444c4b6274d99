import type { Db, Tx } from '#server/db/schema.ts'
import { enqueueNotification } from '#server/features/push/enqueue.ts'
import type { Notification } from '#server/features/push/notifications.ts'
import { mayRead, roleOf } from '#server/features/rooms/policy.ts'
import { findRoomOf } from '#server/features/rooms/queries.ts'
import type { Deps } from '#server/process/deps.ts'
import { findAnyThread } from './queries.ts'

interface Written {
  id: string
  author_id: string
}
interface Answered {
  room: { owner_id: string }
  thread: Written
  /** The answered comment; null for a comment on the thread. */
  parent: Written | null
  comment: Written
}

/** Notifies the authors of the answered comment and of the thread, in the transaction of the answer. */
export async function notifyAnswered(
  deps: Deps,
  tx: Tx,
  { room, thread, parent, comment }: Answered,
) {
  const people = new Map<string, { notice: 'comment' | 'reply'; of: string }>()
  people.set(thread.author_id, { notice: 'comment', of: thread.id })
  if (parent) people.set(parent.author_id, { notice: 'reply', of: parent.id })
  people.delete(comment.author_id)
  for (const [to, what] of [...people].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const seen = await findRoomOf(tx, to, room.owner_id)
    if (!seen || !mayRead(roleOf(seen, to))) continue
    const notice = { ...what, subjectId: comment.id }
    await enqueueNotification(deps, tx, { to, about: comment.id, notice })
  }
}

/** False for a thread deleted before the notification was sent. */
export const isThreadNotificationValid = async (
  db: Db,
  notification: Notification,
): Promise<boolean> =>
  notification.notice !== 'newThread' ||
  (await findAnyThread(db, notification.threadId)) !== undefined
