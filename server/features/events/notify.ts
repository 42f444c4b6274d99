import { isMovedFar, movedRefundUntil } from '#contract/shared/rules.ts'
import { enqueue } from '#server/db/outbox.ts'
import { pagesOf } from '#server/db/page-window.ts'
import type { Schema, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { listHolders } from '#server/features/orders/refunds/cancel-queries.ts'
import { addToLists } from '#server/features/push/list-entries.ts'
import type { Email, Moved } from '#server/ports/mail.ts'
import type { Deps } from '#server/process/deps.ts'

/** Outbox topic of changes that ticket holders must know. */
export const EVENT_MOVED = 'event-moved'
const BATCH_SIZE = 50

type Row = Schema['event']
type EventText = Pick<Row, 'title' | 'start_at' | 'end_at' | 'live_talk' | 'changes'>
interface MovedWork {
  id: string
  /** Number of the change: each is announced once. */
  change: number
  letter: Extract<Email, { letter: 'eventChanged' }>
}

const moved = (from: string, to: string): Moved | null => (from === to ? null : { from, to })

/** Enqueues the email about a new time or a cancelled talk to ticket holders, in the transaction of the change. */
export async function notifyChanged({ newId, clock }: Deps, tx: Tx, before: Row, after: EventText) {
  const start = moved(before.start_at, after.start_at)
  const end = moved(before.end_at, after.end_at)
  const talkOff = before.live_talk === 1 && after.live_talk === 0
  if (before.participants === 0 || !(start || end || talkOff)) return
  const { id } = before
  const isFar = start !== null && before.amount > 0 && isMovedFar(start.from, start.to)
  const refundUntil = isFar ? movedRefundUntil(clock.now().toISOString()) : null
  const emailContent: MovedWork['letter'] = {
    letter: 'eventChanged',
    title: after.title,
    eventId: id,
    ...(start && { start }),
    ...(end && { end }),
    ...(talkOff && { talkOff }),
    ...(refundUntil && { refundUntil }),
  }
  const payload: MovedWork = { id, change: after.changes, letter: emailContent }
  const key = `${EVENT_MOVED}:${id}:${after.changes}`
  await enqueue(tx, {
    id: newId(),
    topic: EVENT_MOVED,
    key,
    payload,
    now: clock.now().toISOString(),
  })
}

/** Notifies and emails each holder; idempotent, so that a restart sends none twice. */
export async function notifyMoved(deps: Deps, payload: unknown) {
  // `notifyChanged` is its only writer; the email's content is checked by its type there.
  const { id, change, letter: emailContent } = payload as MovedWork
  const list = (after: string) => listHolders(deps.db, 'event', id, after, BATCH_SIZE)
  for await (const holders of pagesOf(BATCH_SIZE, list, ({ id }) => id))
    await transact(deps.db, async (tx) => {
      const people = holders.map(({ user_id }) => user_id)
      await addToLists(deps, tx, people, {
        about: `${id}:${change}`,
        notice: { notice: 'eventChanged', subjectId: id },
      })
      for (const { user_id, email } of holders)
        await enqueueEmail(deps, tx, `${id}:${change}:${user_id}`, { ...emailContent, to: email })
    })
}
