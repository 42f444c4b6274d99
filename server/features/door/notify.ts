import type { Tx } from '#server/db/schema.ts'
import { enqueueNotification } from '#server/features/push/enqueue.ts'
import type { Deps } from '#server/process/deps.ts'
import { findUse } from './log-queries.ts'

/** The first known entry with a ticket. */
interface TicketUsed {
  issuedId: string
  holderId: string
  /** An instant, by the server's clock. */
  usedAt: string
}

/** Notifies the holder that their ticket was used, in the transaction that records it: it may have been another person. */
export async function notifyUsed(deps: Deps, tx: Tx, { issuedId, holderId, usedAt }: TicketUsed) {
  const { title, gate } = await findUse(tx, issuedId)
  await enqueueNotification(deps, tx, {
    to: holderId,
    about: issuedId,
    notice: { notice: 'ticketUsed', issuedId, title, at: usedAt, gate: gate ?? '' },
  })
}
