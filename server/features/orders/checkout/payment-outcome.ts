// What became of a payment at the provider, applied here.

import type { PaymentAttempt } from '#server/db/schema/money.ts'
import type { ProductKind } from '#server/db/schema/seats.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import * as attemptQuery from './payment-attempt-queries.ts'
import * as attempts from './payment-attempts.ts'
import { isSubmitted, isUnfinished, type Submitted } from './payment-attempts.ts'
import {
  type ChargeResult,
  oneTimePayment,
  type PaymentMode,
  subscriptionPayment,
} from './payment-modes.ts'
import { chargeOutcome } from './policy.ts'
import { type Settled, settle } from './settle.ts'
import { voucherPayment } from './voucher-payment.ts'

/** Outcome of a payment at the provider. */
export type PaymentOutcome = { at: 'paid'; settled: Settled } | { at: 'open' } | { at: 'failed' }

export const modeOf = (
  kind: ProductKind,
  { pay_until }: Pick<PaymentAttempt, 'pay_until'>,
): PaymentMode =>
  kind === 'room' ? subscriptionPayment : pay_until === null ? oneTimePayment : voucherPayment

/** Loads the payment from the provider and applies its state here. */
export async function sync(
  deps: SaleDeps,
  attempt: Submitted<attemptQuery.AttemptWithOrder>,
): Promise<PaymentOutcome> {
  return applyOutcome(
    deps,
    attempt,
    await modeOf(attempt.kind, attempt).retrieve(deps, attempt, attempt.account_ref),
  )
}

async function applyOutcome(
  deps: SaleDeps,
  attempt: attemptQuery.AttemptWithOrder,
  { charge, subscription }: ChargeResult,
): Promise<PaymentOutcome> {
  const at = chargeOutcome(charge)
  if (at === 'paid') return { at, settled: await settle(deps, attempt, charge, subscription) }
  if (charge.status === 'canceled') await attempts.end(deps, attempt, 'cancelled', charge.failure)
  else if (at === 'failed' && isUnfinished(attempt))
    await attempts.end(deps, attempt, 'failed', charge.failure)
  return { at }
}

/** Cancels an attempt at the provider. The outcome is `paid` if the payment succeeded before. */
export async function cancel(
  deps: SaleDeps,
  attempt: attemptQuery.AttemptWithOrder,
): Promise<PaymentOutcome> {
  // The create call has no known answer. Its charge cannot be paid before its id is stored, and an ended attempt stores none.
  if (!isSubmitted(attempt)) {
    await attempts.end(deps, attempt, 'cancelled')
    return { at: 'failed' }
  }
  return applyOutcome(
    deps,
    attempt,
    await modeOf(attempt.kind, attempt).cancel(deps, attempt, attempt.account_ref),
  )
}

/** Cancels every payable attempt of an order. False if one is paid, or may still be. */
export async function cancelAll(deps: SaleDeps, orderId: string): Promise<boolean> {
  for (const attempt of await attemptQuery.listPayable(deps.db, orderId))
    if ((await cancel(deps, attempt)).at !== 'failed') return false
  return true
}
