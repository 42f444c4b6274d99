import * as z from 'zod'
import { enqueue } from '#server/db/outbox.ts'
import { pagesOf } from '#server/db/page-window.ts'
import type { DigitalTicket } from '#server/db/schema/tickets.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { FromTo } from '#server/features/events/notify.ts'
import { notifyPayers } from '#server/features/orders/vouchers/notify.ts'
import { enqueueNotification } from '#server/features/push/enqueue.ts'
import { type EntryChange, movedFrom } from '#server/ports/mail.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from './owning-queries.ts'

/** Outbox topic of another time or venue, which the holders of an entry ticket must know. */
export const ENTRY_CHANGED = 'entry-changed'
const BATCH_SIZE = 50

type Evening = Pick<DigitalTicket, 'title' | 'venue' | 'opens_at' | 'starts_at'>
const ChangedWork = z.object({
  /** Of the digital ticket. */
  id: z.string(),
  /** Names the change: each is announced once. */
  change: z.string(),
  title: z.string(),
  changes: z.object({
    opens: FromTo.exactOptional(),
    starts: FromTo.exactOptional(),
    venue: FromTo.exactOptional(),
  }),
})
type ChangedWork = z.output<typeof ChangedWork>

function changesOf(before: Evening, after: Evening): EntryChange {
  const opens = movedFrom(before.opens_at, after.opens_at)
  const starts = movedFrom(before.starts_at, after.starts_at)
  const venue = movedFrom(before.venue, after.venue)
  return { ...(opens && { opens }), ...(starts && { starts }), ...(venue && { venue }) }
}

/** Enqueues the news of another time or venue of a published ticket, in the transaction of the change. */
export async function notifyEntryChanged(
  deps: Deps,
  tx: Tx,
  before: DigitalTicket,
  after: Evening,
) {
  const changes = changesOf(before, after)
  if (before.status !== 'published' || Object.keys(changes).length === 0) return
  const payload: ChangedWork = { id: before.id, change: deps.newId(), title: after.title, changes }
  const key = `${ENTRY_CHANGED}:${payload.change}`
  await enqueue(deps, tx, { topic: ENTRY_CHANGED, key, payload })
}

/** Notifies and emails each holder, and who is about to pay; idempotent, so that a restart sends none twice. */
export async function handleEntryChanged(deps: Deps, payload: unknown) {
  const { id, change, title, changes } = ChangedWork.parse(payload)
  const list = (after: string) => query.listHeld(deps.db, id, after, BATCH_SIZE)
  for await (const held of pagesOf(BATCH_SIZE, list, ({ id }) => id))
    await transact(deps.db, async (tx) => {
      for (const { id: issuedId, holder_id, email, room } of held) {
        const about = `${change}:${issuedId}`
        const notice = { notice: 'entryChanged', issuedId, title } as const
        await enqueueNotification(deps, tx, { to: holder_id, about, notice })
        const letter = { letter: 'entryChanged', title, ticketId: issuedId, room } as const
        await enqueueEmail(deps, tx, about, { ...letter, ...changes, to: email })
      }
    })
  await notifyPayers(deps, { kind: 'digital_ticket', id }, change, { title, ...changes })
}
