import type { Tx } from '#server/db/schema.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { findUser } from '#server/features/auth/queries.ts'
import type { QuestionedSale } from '#server/ports/seller-emails.ts'
import type { Deps } from '#server/process/deps.ts'
import type { AttemptWithOrder } from '../checkout/payment-attempt-queries.ts'
import { snapshotOf } from '../order-snapshot.ts'

/** Emails the seller once per dispute or warning (`ref`) and change, in the transaction of the change. */
export async function notifySeller(
  deps: Deps,
  tx: Tx,
  order: Pick<AttemptWithOrder, 'seller_id' | 'snapshot'>,
  what: QuestionedSale,
  { ref, amount, answerBy }: { ref: string; amount: number; answerBy: string | null },
) {
  const seller = await findUser(tx, order.seller_id)
  await enqueueEmail(deps, tx, `${ref}:${what}`, {
    letter: 'saleQuestioned',
    what,
    title: snapshotOf(order).title,
    amount,
    answerBy,
    to: seller?.status === 'active' ? seller.email : null,
  })
}
