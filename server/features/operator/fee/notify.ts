// Follow-up of a change: updates subscriptions at the provider, and informs every seller by message and email.

import * as z from 'zod'
import { dayOf } from '#contract/lib/days.ts'
import { feeText, feeTitle } from '#contract/service-fee/messages.ts'
import { enqueue } from '#server/db/outbox.ts'
import { pagesOf } from '#server/db/page-window.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail, wasEmailEnqueued } from '#server/features/auth/emails/enqueue-email.ts'
import { sendFromService } from '#server/features/inbox/service-word.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import * as propagation from '#server/features/rooms/fee-propagation.ts'
import type { FeeEmail } from '#server/ports/seller-emails.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from './queries.ts'

/** Outbox topic of a planned or withdrawn fee change. */
export const FEE_CHANGE = 'fee-change'
const BATCH_SIZE = 50

const Change = z.object({
  /** Id of the version. */
  id: z.string(),
  change: z.enum(['planned', 'withdrawn']),
  /** Fee in percent until the change, or throughout if it is withdrawn. */
  before: z.number(),
  reason: z.string(),
})
type Change = z.output<typeof Change>

/** Enqueues the follow-up work in the transaction of the change. */
export const postFeeChange = (tx: Tx, deps: Deps, change: Change) =>
  enqueue(deps, tx, {
    topic: FEE_CHANGE,
    key: `${FEE_CHANGE}:${change.id}:${change.change}`,
    payload: change,
  })

async function notify(
  deps: SaleDeps,
  tx: Tx,
  to: { id: string; email: string },
  about: string,
  email: FeeEmail,
) {
  // Idempotent after a restart.
  if (await wasEmailEnqueued(tx, about, email)) return
  const text = feeText(email).join('\n\n')
  await sendFromService(deps, tx, { to: to.id, title: feeTitle(email), text })
  await enqueueEmail(deps, tx, about, { ...email, to: to.email })
}

export async function handle(deps: SaleDeps, payload: unknown) {
  const { id, change, before, reason } = Change.parse(payload)
  await propagation.sweep(deps)
  const version = await query.findVersion(deps.db, id)
  // Withdrawn meanwhile: the next work item informs of that.
  if (!version || (change === 'planned' && version.withdrawn_at)) return
  const email: FeeEmail = {
    letter: change === 'planned' ? 'feePlanned' : 'feeWithdrawn',
    before,
    percent: version.percent,
    from: dayOf(version.effective_at),
    reason,
  }
  const list = (after: string) => query.listSellers(deps.db, after, BATCH_SIZE)
  for await (const sellers of pagesOf(BATCH_SIZE, list, (seller) => seller.id))
    await transact(deps.db, async (tx) => {
      for (const seller of sellers) await notify(deps, tx, seller, `${id}:${seller.id}`, email)
    })
}
