import { dayOf } from '#contract/days.ts'
import { feeText, feeTitle } from '#contract/service-fee/messages.ts'
import { enqueue } from '#server/db/outbox.ts'
import { pagesOf } from '#server/db/pages.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail, wasEmailEnqueued } from '#server/features/auth/emails/enqueue-email.ts'
import { sendFromService } from '#server/features/inbox/service-word.ts'
import type { FeePropagation } from '#server/features/rooms/fee-propagation.ts'
import type { FeeEmail } from '#server/ports/seller-emails.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from './queries.ts'

/** Outbox topic of a planned or withdrawn fee change. */
export const FEE_CHANGE = 'fee-change'
const BATCH_SIZE = 50

interface Change {
  /** Id of the version. */
  id: string
  change: 'planned' | 'withdrawn'
  /** Fee in percent until the change, or throughout if it is withdrawn. */
  before: number
  reason: string
}

/** Enqueues the follow-up work in the transaction of the change. */
export const postFeeChange = (
  tx: Tx,
  { newId, clock }: Pick<Deps, 'newId' | 'clock'>,
  change: Change,
) =>
  enqueue(tx, {
    id: newId(),
    topic: FEE_CHANGE,
    key: `${FEE_CHANGE}:${change.id}:${change.change}`,
    payload: change,
    now: clock.now().toISOString(),
  })

/** Follow-up of a change: updates subscriptions at the provider, and informs every seller by message and email. */
export function feeChanges(
  deps: Pick<Deps, 'db' | 'clock' | 'newId'>,
  propagation: Pick<FeePropagation, 'sweep'>,
) {
  const { db } = deps

  async function notify(tx: Tx, to: { id: string; email: string }, about: string, email: FeeEmail) {
    // Idempotent after a restart.
    if (await wasEmailEnqueued(tx, about, email)) return
    const text = feeText(email).join('\n\n')
    await sendFromService(deps, tx, { to: to.id, title: feeTitle(email), text })
    await enqueueEmail(deps, tx, about, { ...email, to: to.email })
  }

  return {
    async handle(payload: unknown) {
      const { id, change, before, reason } = payload as Change
      await propagation.sweep()
      const version = await query.findVersion(db, id)
      // Withdrawn meanwhile: the next work item informs of that.
      if (!version || (change === 'planned' && version.withdrawn_at)) return
      const email: FeeEmail = {
        letter: change === 'planned' ? 'feePlanned' : 'feeWithdrawn',
        before,
        percent: version.percent,
        from: dayOf(version.effective_at),
        reason,
      }
      const list = (after: string) => query.listSellers(db, after, BATCH_SIZE)
      for await (const sellers of pagesOf(BATCH_SIZE, list, (seller) => seller.id))
        await transact(db, async (tx) => {
          for (const seller of sellers) await notify(tx, seller, `${id}:${seller.id}`, email)
        })
    },
  }
}
