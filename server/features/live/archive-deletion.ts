import { ARCHIVE_DELETED, ARCHIVE_NONE } from '#contract/messages.ts'
import { enqueue } from '#server/db/outbox.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/enqueue-email.ts'
import { listHolders } from '#server/features/orders/refunds/cancel-queries.ts'
import { Refusal } from '#server/http/refusal.ts'
import { EVENT_CHANGED, RECORDING_GONE } from '#server/ports/topics.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from './archive-queries.ts'

/** The outbox topic of archives whose owner deleted them. */
export const ARCHIVE_DELETE = 'archive-delete'
const BATCH_SIZE = 50

interface Deleted {
  id: string
  at: string
  broadcasts: string[]
}
type DeletionDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'bus' | 'recordings'>

/**
 * An owner takes a recording back before its window closes. Nobody sees it from that moment on; then the files go, and
 * whoever has a ticket is told, however often that work is begun anew.
 */
export function archiveDeletion(deps: DeletionDeps) {
  const { db, clock, newId, bus, recordings } = deps

  /** The files first: a row without them is tried again, files without a row would stay for ever. */
  async function forget(broadcast: string) {
    await recordings.remove(broadcast)
    await query.deleteEnded(db, broadcast)
    await bus.publish(RECORDING_GONE, broadcast)
  }

  async function tell({ id, at }: Deleted) {
    const event = await query.findTold(db, id)
    for (let after = ''; ; ) {
      const holders = await listHolders(db, 'event', id, after, BATCH_SIZE)
      await transact(db, async (tx) => {
        for (const { user_id, email } of holders) {
          const letter = { letter: 'archiveDeleted', ...event, eventId: id } as const
          await enqueueEmail(deps, tx, `${id}:${at}:${user_id}`, { ...letter, to: email })
        }
      })
      if (holders.length < BATCH_SIZE) return
      after = holders.at(-1)!.id
    }
  }

  return {
    async delete(id: string) {
      const at = clock.now().toISOString()
      await transact(db, async (tx) => {
        if (!(await query.closeArchive(tx, id, at))) throw new Refusal(409, ARCHIVE_NONE)
        const broadcasts = await query.unkeepEnded(tx, id)
        await query.forgetArchiveSource(tx, id, at)
        const payload: Deleted = { id, at, broadcasts }
        const key = `${ARCHIVE_DELETE}:${id}:${at}`
        await enqueue(tx, { id: newId(), topic: ARCHIVE_DELETE, key, payload, now: at })
      })
      await bus.publish(EVENT_CHANGED, id)
      return { message: ARCHIVE_DELETED }
    },

    async handle(payload: unknown) {
      const deleted = payload as Deleted
      for (const broadcast of deleted.broadcasts) await forget(broadcast)
      await tell(deleted)
    },
  }
}
export type ArchiveDeletion = ReturnType<typeof archiveDeletion>
