import { dayOf } from '#contract/days.ts'
import { feeText, feeTitle } from '#contract/fee-messages.ts'
import { enqueue } from '#server/db/outbox.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail, wasEmailEnqueued } from '#server/features/auth/enqueue-email.ts'
import { sayFromService } from '#server/features/inbox/service-word.ts'
import type { FeeFollowing } from '#server/features/rooms/fee-following.ts'
import type { FeeEmail } from '#server/ports/seller-emails.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from './queries.ts'

/** The outbox topic of what a change of the fee, or calling it off, brings about. */
export const FEE_CHANGE = 'fee-change'
const BATCH_SIZE = 50

interface Change {
  /** The version. */
  id: string
  change: 'planned' | 'withdrawn'
  /** Percent: what is taken until then, or all along. */
  before: number
  reason: string
}

/** Leaves the rest of the work in the transaction of the act. */
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

/** What follows a change: the provider hears of what falls due after it, and every seller is told, by message and by mail. */
export function feeChanges(
  deps: Pick<Deps, 'db' | 'clock' | 'newId'>,
  following: Pick<FeeFollowing, 'sweep'>,
) {
  const { db } = deps

  async function tell(tx: Tx, to: { id: string; email: string }, about: string, letter: FeeEmail) {
    // Begun anew, nobody hears of it twice.
    if (await wasEmailEnqueued(tx, about, letter)) return
    const text = feeText(letter).join('\n\n')
    await sayFromService(deps, tx, { to: to.id, title: feeTitle(letter), text })
    await enqueueEmail(deps, tx, about, { ...letter, to: to.email })
  }

  return {
    async handle(payload: unknown) {
      const { id, change, before, reason } = payload as Change
      await following.sweep()
      const version = await query.findVersion(db, id)
      // It was called off by now: the next piece of work tells of that.
      if (!version || (change === 'planned' && version.withdrawn_at)) return
      const letter: FeeEmail = {
        letter: change === 'planned' ? 'feePlanned' : 'feeWithdrawn',
        before,
        percent: version.percent,
        from: dayOf(version.effective_at),
        reason,
      }
      for (let after = ''; ; ) {
        const sellers = await query.listSellers(db, after, BATCH_SIZE)
        await transact(db, async (tx) => {
          for (const seller of sellers) await tell(tx, seller, `${id}:${seller.id}`, letter)
        })
        if (sellers.length < BATCH_SIZE) return
        after = sellers.at(-1)!.id
      }
    },
  }
}
