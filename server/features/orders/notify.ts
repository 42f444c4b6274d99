import type { Tx } from '#server/db/schema.ts'
import { enqueueEmail } from '#server/features/auth/enqueue-email.ts'
import { enqueueNotification } from '#server/features/push/enqueue.ts'
import type { PaymentEmail } from '#server/ports/mail.ts'
import type { Deps } from '#server/process/deps.ts'

/** E-mails that the user may switch off. The others are always sent. */
const OPTIONAL: PaymentEmail['letter'][] = ['purchased', 'renewed']

type Problem = Extract<PaymentEmail, { letter: 'renewalFailed' | 'roomLocked' | 'roomLost' }>
/** E-mails that are also sent as a push notification. */
const isProblem = (letter: PaymentEmail): letter is Problem =>
  ['renewalFailed', 'roomLocked', 'roomLost'].includes(letter.letter)

/** Notifies buyers about their payments, in the transaction of the cause. `about`: key for one e-mail per matter. */
export const createBuyerNotifications =
  (deps: Pick<Deps, 'newId' | 'clock'>) =>
  async (tx: Tx, userId: string, about: string, letter: PaymentEmail) => {
    const buyer = await tx
      .selectFrom('user')
      .leftJoin('notification_setting', 'notification_setting.user_id', 'user.id')
      .select(['user.email', 'user.status', 'notification_setting.payment'])
      .where('user.id', '=', userId)
      .executeTakeFirst()
    if (!buyer || buyer.status === 'deleted') return
    if (OPTIONAL.includes(letter.letter) && buyer.payment === 0) return
    await enqueueEmail(deps, tx, about, { ...letter, to: buyer.email })
    if (isProblem(letter))
      await enqueueNotification(deps, tx, {
        to: userId,
        about,
        notice: { notice: letter.letter, roomTitle: letter.title },
      })
  }
