import { enqueueNotification } from '#server/features/push/enqueue.ts'
import type { Deps } from '#server/process/deps.ts'
import { findUse } from './log-queries.ts'
import type { WhenUsed } from './settling.ts'

/** Tells whoever holds a ticket that somebody went in on it: it may not have been them. */
export const tellUsed =
  (deps: Pick<Deps, 'newId' | 'clock'>): WhenUsed =>
  async (tx, { issuedId, holderId, usedAt }) => {
    const { title, gate } = await findUse(tx, issuedId)
    await enqueueNotification(deps, tx, {
      to: holderId,
      about: issuedId,
      notice: { notice: 'ticketUsed', issuedId, title, at: usedAt, gate: gate ?? '' },
    })
  }
