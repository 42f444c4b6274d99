import type { Order } from '#server/db/schema/money.ts'
import type { Tx } from '#server/db/schema.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { enqueueNotification } from '#server/features/push/enqueue.ts'
import type { AnyNotification } from '#server/features/push/notifications.ts'
import type { PaymentEmail } from '#server/ports/mail.ts'
import type { WhyVoucherEnded } from '#server/ports/voucher-emails.ts'
import type { Deps } from '#server/process/deps.ts'
import { snapshotOf } from './order-snapshot.ts'
import { findBuyer } from './queries.ts'
import { hadVoucher } from './vouchers/queries.ts'

/** Emails that the user may switch off. The others are always sent. */
const OPTIONAL: PaymentEmail['letter'][] = ['purchased', 'renewed']

type Problem = Extract<PaymentEmail, { letter: 'renewalFailed' | 'roomLost' }>
/** Emails that are also sent as a push notification. */
const isProblem = (email: PaymentEmail): email is Problem =>
  ['renewalFailed', 'roomLost'].includes(email.letter)

type OfVoucher = Extract<PaymentEmail, { letter: 'voucherEnding' | 'voucherEnded' }>
const isOfVoucher = (email: PaymentEmail): email is OfVoucher =>
  ['voucherEnding', 'voucherEnded'].includes(email.letter)

const notificationOf = (email: PaymentEmail, subject: string): AnyNotification | null => {
  if (isProblem(email))
    return { notice: email.letter, roomTitle: email.title, membershipId: subject }
  if (isOfVoucher(email))
    return email.letter === 'voucherEnding'
      ? { notice: email.letter, orderId: subject, title: email.title, expires: email.expires }
      : { notice: email.letter, orderId: subject, title: email.title, why: email.why }
  // Who leaves a room knows it.
  return email.letter === 'roomLeft' ? null : { notice: email.letter, subjectId: subject }
}

/**
 * Notifies buyers about their payments, in the transaction of the cause. `about`: key for one email per matter.
 * `subject`: the order, refund or membership that it is about.
 */
export async function notifyBuyer(
  deps: Deps,
  tx: Tx,
  userId: string,
  about: string,
  email: PaymentEmail,
  subject = about,
) {
  const buyer = await findBuyer(tx, userId)
  if (!buyer || buyer.status === 'deleted') return
  const notice = notificationOf(email, subject)
  if (notice) await enqueueNotification(deps, tx, { to: userId, about, notice })
  if (OPTIONAL.includes(email.letter) && buyer.payment === 0) return
  await enqueueEmail(deps, tx, about, { ...email, to: buyer.email })
}

/** Tells the buyer of a payment number, if the order had one, that it cannot be paid any more. */
export async function notifyEnded(deps: Deps, tx: Tx, order: Order, why: WhyVoucherEnded) {
  if (!(await hadVoucher(tx, order.id))) return
  const { title } = snapshotOf(order)
  await notifyBuyer(deps, tx, order.buyer_id, order.id, { letter: 'voucherEnded', title, why })
}
