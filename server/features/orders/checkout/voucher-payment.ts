// Payment in a convenience store (コンビニ払い): the provider gives numbers, and the seat is held until their deadline.

import * as z from 'zod'
import { platformFee } from '#contract/shared/rules.ts'
import { jsonOf } from '#server/db/json.ts'
import type { PaymentAttempt } from '#server/db/schema/money.ts'
import { rollBack, transact } from '#server/db/transact.ts'
import { getUser } from '#server/features/auth/queries.ts'
import type { Charge, ProviderVoucher } from '#server/ports/payments.ts'
import type { Deps } from '#server/process/deps.ts'
import { notifyBuyer } from '../notify.ts'
import { snapshotOf } from '../order-snapshot.ts'
import * as attempts from './payment-attempts.ts'
import {
  createdBy,
  metadataOf,
  oneTimePayment,
  type PaymentMode,
  paidOrRefused,
  percentOf,
  titleOf,
} from './payment-modes.ts'
import { voucherReminder } from './policy.ts'
import * as query from './queries.ts'

/** What stands in `attempt.source` instead of a card. */
export const IN_STORE = 'konbini'

/** The column `attempt.voucher`. */
export const voucherOf = jsonOf(
  z.object({
    expiresAt: z.string(),
    url: z.string().nullable(),
    stores: z.array(
      z.object({
        store: z.string(),
        payment_code: z.string(),
        confirmation_number: z.string().nullable(),
      }),
    ),
  }) satisfies z.ZodType<ProviderVoucher>,
)

/**
 * Stores the numbers, holds the seat until their deadline, and emails them. Only then can the buyer know and pay them.
 * False if the order or the attempt ended meanwhile.
 */
const bind = (deps: Deps, attempt: PaymentAttempt, { ref, voucher }: Charge) =>
  transact(deps.db, async (tx) => {
    if (!voucher) return attempts.bind({ ...deps, db: tx }, attempt, { intent_ref: ref }, null)
    const { expiresAt: expires_at } = voucher
    const times = { expires_at, remind_at: voucherReminder(expires_at, deps.clock.now()) }
    if (!(await query.holdForVoucher(tx, attempt.order_id, times))) return false
    const bound = await attempts.bind(
      { ...deps, db: tx },
      attempt,
      { intent_ref: ref, state: 'requires_action', voucher: JSON.stringify(voucher) },
      null,
    )
    if (!bound) return rollBack(false)
    const order = await query.getOrder(tx, attempt.order_id)
    const { title } = snapshotOf(order)
    const email = { letter: 'voucherIssued', title, amount: order.amount } as const
    const facts = { voucherId: order.id, expires: expires_at, stores: voucher.stores }
    const about = `${order.id}:${attempt.n}`
    await notifyBuyer(deps, tx, order.buyer_id, about, { ...email, ...facts }, order.id)
    return true
  })

export const voucherPayment: PaymentMode = {
  async create(deps, attempt, request, { account }) {
    if (attempt.intent_ref)
      return { charge: await deps.payments.findCharge(account, attempt.intent_ref) }
    if (attempt.pay_until === null) throw new Error(`the attempt ${attempt.id} has no deadline`)
    const { display_name: name, email } = await getUser(deps.db, request.buyer_id)
    const charge = await deps.payments.startVoucher(
      {
        account,
        amount: request.amount,
        fee: platformFee(request.amount, percentOf(request)),
        description: titleOf(request),
        metadata: metadataOf(request, attempt),
        buyer: { name, email },
        expiresAt: attempt.pay_until,
      },
      attempt.idempotency_key,
    )
    return (await bind(deps, attempt, charge))
      ? { charge }
      : paidOrRefused({ charge: await deps.payments.cancelCharge(account, charge.ref) })
  },
  retrieve: oneTimePayment.retrieve,
  /** A number that nobody knows cannot be paid: it is cancelled, and the next attempt gets another. */
  async recover(deps, attempt, account) {
    const charge = await deps.payments.recoverCharge(createdBy(attempt, account))
    if (charge) await deps.payments.cancelCharge(account, charge.ref)
    return null
  },
  cancel: oneTimePayment.cancel,
}
