import { enqueueNotification } from '#server/features/push/enqueue.ts'
import { findUse } from './log-queries.ts'
import type { WhenUsed } from './settling.ts'

/** Notifies the holder that their ticket was used: it may have been another person. */
export const publishUsed: WhenUsed = async (deps, tx, { issuedId, holderId, usedAt }) => {
  const { title, gate } = await findUse(tx, issuedId)
  await enqueueNotification(deps, tx, {
    to: holderId,
    about: issuedId,
    notice: { notice: 'ticketUsed', issuedId, title, at: usedAt, gate: gate ?? '' },
  })
}
