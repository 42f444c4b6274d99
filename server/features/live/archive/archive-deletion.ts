// Deletion of an archive by its owner before its window closes. Access ends at once; the outbox then removes the files
// and emails the ticket holders. Idempotent.

import * as z from 'zod'
import { ARCHIVE_DELETED, ARCHIVE_NONE } from '#contract/live/messages.ts'
import { enqueue } from '#server/db/outbox.ts'
import { pagesOf } from '#server/db/page-window.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { listHolders } from '#server/features/orders/refunds/cancel-queries.ts'
import { ApiError } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import { EVENT_CHANGED, RECORDING_GONE } from '#server/ports/topics.ts'
import type { GivenDeps } from '#server/process/deps.ts'
import * as query from './archive-queries.ts'
import { removeCaptions } from './caption-queries.ts'

/** Outbox topic of deleted archives. */
export const ARCHIVE_DELETE = 'archive-delete'
const BATCH_SIZE = 50

const Deleted = z.object({ id: z.string(), at: z.string(), broadcasts: z.array(z.string()) })
type Deleted = z.output<typeof Deleted>

/** Removes the files first: a row without files is retried, while files without a row would remain forever. */
async function clear({ db, bus, recordings }: GivenDeps, broadcast: string) {
  await recordings.remove(broadcast)
  await query.deleteEnded(db, broadcast)
  await bus.publish(RECORDING_GONE, broadcast)
}

async function announce(deps: GivenDeps, { id, at }: Deleted) {
  const { db } = deps
  const event = await query.findAnnounced(db, id)
  const list = (after: string) => listHolders(db, 'event', id, after, BATCH_SIZE)
  for await (const holders of pagesOf(BATCH_SIZE, list, ({ id }) => id))
    await transact(db, async (tx) => {
      for (const { user_id, email, live_only } of holders) {
        // They never had it.
        if (live_only === 1) continue
        const emailContent = { letter: 'archiveDeleted', ...event, eventId: id } as const
        await enqueueEmail(deps, tx, `${id}:${at}:${user_id}`, { ...emailContent, to: email })
      }
    })
}

export async function deleteArchive(deps: GivenDeps, id: string) {
  const at = isoNow(deps)
  await transact(deps.db, async (tx) => {
    if (!(await query.closeArchive(tx, id, at))) throw new ApiError(409, ARCHIVE_NONE)
    const broadcasts = await query.unkeepEnded(tx, id)
    await query.clearArchiveSource(tx, id, at)
    await removeCaptions(tx, id)
    const payload: Deleted = { id, at, broadcasts }
    const key = `${ARCHIVE_DELETE}:${id}:${at}`
    await enqueue(deps, tx, { topic: ARCHIVE_DELETE, key, payload })
  })
  await deps.bus.publish(EVENT_CHANGED, id)
  return { message: ARCHIVE_DELETED }
}

/** Outbox handler of a deleted archive. */
export async function handle(deps: GivenDeps, payload: unknown) {
  const deleted = Deleted.parse(payload)
  for (const broadcast of deleted.broadcasts) await clear(deps, broadcast)
  await announce(deps, deleted)
}
