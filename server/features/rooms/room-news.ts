import * as z from 'zod'
import { DAY_MS } from '#contract/lib/durations.ts'
import { enqueue } from '#server/db/outbox.ts'
import { pagesOf } from '#server/db/page-window.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { Notification } from '#server/features/push/notifications.ts'
import { notifyPeople } from '#server/features/push/notifier.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps } from '#server/process/deps.ts'
import { listMemberIds } from './member-queries.ts'

/** Outbox topic of a notification to all members of a room. */
export const ROOM_NEWS = 'room-news'
const BATCH_SIZE = 100

const News = z.object({
  roomId: z.string(),
  /** The acting person, who is not notified. */
  by: z.string(),
  about: z.string(),
  notice: Notification,
  now: z.string(),
})
type News = Omit<z.output<typeof News>, 'now'>

/** Enqueues a notification to a room's members in the transaction of its cause. */
export function postRoomNews(deps: Deps, tx: Tx, news: News) {
  const key = `${ROOM_NEWS}:${news.notice.notice}:${news.about}`
  return enqueue(deps, tx, { topic: ROOM_NEWS, key, payload: { ...news, now: isoNow(deps) } })
}

/** Notifies each member. Idempotent. */
export async function notifyRoom(deps: Deps, payload: unknown) {
  const news = News.parse(payload)
  const until = new Date(Date.parse(news.now) + DAY_MS).toISOString()
  const list = (after: string) =>
    listMemberIds(deps.db, news.roomId, { but: news.by, after, limit: BATCH_SIZE })
  for await (const members of pagesOf(BATCH_SIZE, list, (id) => id))
    await transact(deps.db, (tx) =>
      notifyPeople(deps, tx, members, { about: news.about, notice: news.notice, until }),
    )
}
