// Inquiries of a buyer's bank, and fraud warnings of a card's issuer. No money moves and no right ends, but a refund in
// time may prevent a dispute.

import { transact } from '#server/db/transact.ts'
import { alertOperators } from '#server/features/auth/operators.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import { isoNow } from '#server/ports/clock.ts'
import { type ProviderFraudWarning, Unknown } from '#server/ports/payments.ts'
import * as attemptQuery from '../checkout/payment-attempt-queries.ts'
import { notifySeller } from './notify.ts'
import * as query from './queries.ts'

const ALERTS = { inquiry: 'inquiryOpened', fraud: 'fraudWarned' } as const

interface Warning {
  ref: string
  kind: keyof typeof ALERTS
  amount: number
  answerBy: string | null
  isOpen: boolean
}

/** The settled payment of a dispute or warning; null for a payment in another account. */
export async function findQuestioned(
  deps: SaleDeps,
  { charge, account }: { charge: string; account: string },
) {
  const attempt = await attemptQuery.findAttemptByIntent(deps.db, charge)
  if (!attempt) throw new Unknown('a dispute of a payment that is not known yet')
  if (attempt.account_ref !== account) return null
  // The event came before that of the payment: the right is not granted yet. The outbox retries.
  if (attempt.state !== 'succeeded') throw new Unknown('a dispute of a payment not settled yet')
  return attempt
}

/** Stores the current state of a warning. An open one is reported to its seller and the operators, once. */
export async function record(
  deps: SaleDeps,
  attempt: attemptQuery.AttemptWithOrder,
  { ref, kind, amount, answerBy, isOpen }: Warning,
) {
  await transact(deps.db, async (tx) => {
    if (!isOpen) return query.closeWarning(tx, ref, isoNow(deps))
    await query.insertWarning(tx, {
      id: deps.newId(),
      warning_ref: ref,
      order_id: attempt.order_id,
      kind,
      opened_at: isoNow(deps),
      closed_at: null,
    })
    await notifySeller(deps, tx, attempt, kind, { ref, amount, answerBy })
    const about = { about: `warning:${ref}`, payment: attempt.order_id }
    await alertOperators(deps, tx, { ...about, alert: ALERTS[kind] })
  })
}

/** Applies the current state of a fraud warning: it ends when its payment is refunded or disputed. */
export async function onProviderUpdate(deps: SaleDeps, update: ProviderFraudWarning) {
  const attempt = await findQuestioned(deps, update)
  if (!attempt) return
  const { ref, actionable: isOpen } = update
  const { amount } = attempt
  await record(deps, attempt, { ref, kind: 'fraud', amount, answerBy: null, isOpen })
}
