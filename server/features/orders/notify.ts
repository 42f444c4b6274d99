import type { Tx } from '#server/db/schema.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { enqueueNotification } from '#server/features/push/enqueue.ts'
import type { PaymentEmail } from '#server/ports/mail.ts'
import type { Deps } from '#server/process/deps.ts'
import { findBuyer } from './queries.ts'

/** Emails that the user may switch off. The others are always sent. */
const OPTIONAL: PaymentEmail['letter'][] = ['purchased', 'renewed']

type Problem = Extract<PaymentEmail, { letter: 'renewalFailed' | 'roomLost' }>
/** Emails that are also sent as a push notification. */
const isProblem = (email: PaymentEmail): email is Problem =>
  ['renewalFailed', 'roomLost'].includes(email.letter)

/** Notifies buyers about their payments, in the transaction of the cause. `about`: key for one email per matter. */
export async function notifyBuyer(
  deps: Deps,
  tx: Tx,
  userId: string,
  about: string,
  email: PaymentEmail,
) {
  const buyer = await findBuyer(tx, userId)
  if (!buyer || buyer.status === 'deleted') return
  if (OPTIONAL.includes(email.letter) && buyer.payment === 0) return
  await enqueueEmail(deps, tx, about, { ...email, to: buyer.email })
  if (isProblem(email))
    await enqueueNotification(deps, tx, {
      to: userId,
      about,
      notice: { notice: email.letter, roomTitle: email.title },
    })
}
