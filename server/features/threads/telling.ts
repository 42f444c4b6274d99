import type { Db } from '#server/db/schema.ts'
import type { Notice } from '#server/features/push/notices.ts'
import { findAnyThread } from './queries.ts'

/** Nobody is told in the morning of a thread that was deleted in the night. */
export const threadNoticeHolds = async (db: Db, notice: Notice): Promise<boolean> =>
  notice.notice !== 'newThread' || (await findAnyThread(db, notice.threadId)) !== undefined
