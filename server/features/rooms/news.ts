import { DAY_MS } from '#contract/durations.ts'
import { enqueue } from '#server/db/outbox.ts'
import type { Id, Instant } from '#server/db/schema/types.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import type { Notification } from '#server/features/push/notifications.ts'
import { notifier } from '#server/features/push/notifier.ts'
import type { Deps } from '#server/process/deps.ts'

/** Outbox topic of a notification to all members of a room. */
export const ROOM_NEWS = 'room-news'
const BATCH_SIZE = 100

interface News {
  roomId: Id
  /** The acting person, who is not notified. */
  by: Id
  about: string
  notice: Notification
}

/** Enqueues a notification to a room's members in the transaction of its cause. */
export function postRoomNews({ newId, clock }: Pick<Deps, 'newId' | 'clock'>, tx: Tx, news: News) {
  const now = clock.now().toISOString()
  const key = `${ROOM_NEWS}:${news.notice.notice}:${news.about}`
  return enqueue(tx, { id: newId(), topic: ROOM_NEWS, key, payload: { ...news, now }, now })
}

const listMembers = async (db: Db, { roomId, by }: News, after: Id) =>
  (
    await db
      .selectFrom('membership')
      .select('user_id')
      .where('room_id', '=', roomId)
      .where('status', 'in', ['active', 'past_due'])
      .where('user_id', '!=', by)
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(BATCH_SIZE)
      .execute()
  ).map(({ user_id }) => user_id)

/** Notifies each member. Idempotent. */
export function roomNewsHandler(deps: Pick<Deps, 'db' | 'clock' | 'newId' | 'push'>) {
  const notify = notifier(deps)
  return async (payload: unknown) => {
    const news = payload as News & { now: Instant }
    const until = new Date(Date.parse(news.now) + DAY_MS).toISOString()
    for (let after = ''; ; ) {
      const members = await listMembers(deps.db, news, after)
      await transact(deps.db, (tx) =>
        notify(tx, members, { about: news.about, notice: news.notice, until }),
      )
      if (members.length < BATCH_SIZE) return
      after = members.at(-1)!
    }
  }
}
