import * as z from 'zod'
import { enqueue } from '#server/db/outbox.ts'
import { pagesOf } from '#server/db/page-window.ts'
import type { Schema, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { findSold } from '#server/features/orders/queries.ts'
import { listHolders } from '#server/features/orders/refunds/cancel-queries.ts'
import { refundableNow } from '#server/features/orders/refunds/policy.ts'
import { notifyPayers } from '#server/features/orders/vouchers/notify.ts'
import { addToLists } from '#server/features/push/list-entries.ts'
import { isoNow } from '#server/ports/clock.ts'
import { type Moved, movedFrom } from '#server/ports/mail.ts'
import type { Deps } from '#server/process/deps.ts'

/** Outbox topic of changes that ticket holders must know. */
export const EVENT_MOVED = 'event-moved'
const BATCH_SIZE = 50

type Row = Schema['event']
type EventText = Pick<Row, 'title' | 'start_at' | 'end_at' | 'live_talk' | 'changes'>
/** The stored form of a changed time: before and after. */
export const FromTo = z.object({ from: z.string(), to: z.string() }) satisfies z.ZodType<Moved>

const MovedWork = z.object({
  id: z.string(),
  /** Number of the change: each is announced once. */
  change: z.number(),
  letter: z.object({
    letter: z.literal('eventChanged'),
    title: z.string(),
    eventId: z.string(),
    start: FromTo.exactOptional(),
    end: FromTo.exactOptional(),
    talkOff: z.literal(true).exactOptional(),
  }),
})
type MovedWork = z.output<typeof MovedWork>

/** Enqueues the email about a new time or a cancelled talk to its buyers, in the transaction of the change. */
export async function notifyChanged(deps: Deps, tx: Tx, before: Row, after: EventText) {
  const start = movedFrom(before.start_at, after.start_at)
  const end = movedFrom(before.end_at, after.end_at)
  const talkOff = before.live_talk === 1 && after.live_talk === 0
  if (before.taken === 0 || !(start || end || talkOff)) return
  const { id } = before
  const emailContent: MovedWork['letter'] = {
    letter: 'eventChanged',
    title: after.title,
    eventId: id,
    ...(start && { start }),
    ...(end && { end }),
    ...(talkOff && { talkOff }),
  }
  const payload: MovedWork = { id, change: after.changes, letter: emailContent }
  const key = `${EVENT_MOVED}:${id}:${after.changes}`
  await enqueue(deps, tx, { topic: EVENT_MOVED, key, payload })
}

/**
 * Until when a buyer may return their ticket; null: they may not. It depends on the start at which they bought, and not
 * on this change alone: small ones add up, and moving back undoes them.
 */
async function refundableUntil(deps: Deps, tx: Tx, orderId: string | null) {
  const order = orderId === null ? undefined : await findSold(tx, orderId)
  const refundable = order?.state === 'settled' ? refundableNow(order, isoNow(deps)) : null
  return refundable?.until ?? null
}

/** Notifies and emails each holder, and who is about to pay; idempotent, so that a restart sends none twice. */
export async function notifyMoved(deps: Deps, payload: unknown) {
  const { id, change, letter: emailContent } = MovedWork.parse(payload)
  const list = (after: string) => listHolders(deps.db, 'event', id, after, BATCH_SIZE)
  for await (const holders of pagesOf(BATCH_SIZE, list, ({ id }) => id))
    await transact(deps.db, async (tx) => {
      const people = holders.map(({ user_id }) => user_id)
      await addToLists(deps, tx, people, {
        about: `${id}:${change}`,
        notice: { notice: 'eventChanged', subjectId: id },
      })
      for (const { user_id, email, order_id } of holders) {
        const refundUntil = emailContent.start && (await refundableUntil(deps, tx, order_id))
        const to = { to: email, ...(refundUntil && { refundUntil }) }
        await enqueueEmail(deps, tx, `${id}:${change}:${user_id}`, { ...emailContent, ...to })
      }
    })
  const { letter: _, eventId: __, ...changes } = emailContent
  await notifyPayers(deps, { kind: 'event', id }, `${id}:${change}`, changes)
}
