import type Stripe from 'stripe'
import type { Charge, ChargeStatus } from '#server/ports/payments.ts'
import { instant, toBooking } from './booking.ts'

/** What has to come with an intent, so that its fees are known once the provider has written them. */
export const WITH_FEES = ['latest_charge.balance_transaction']

/** The money is there with success; with `automatic_async` capture its balance transaction follows within an hour. */
function paymentOf(intent: Stripe.PaymentIntent): Pick<Charge, 'paidAt' | 'booked'> {
  if (intent.status !== 'succeeded') return { paidAt: null, booked: null }
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return {
    paidAt: instant(charge?.created ?? intent.created),
    booked: toBooking(charge?.balance_transaction),
  }
}

/** States of later versions, and the provider's `requires_capture` that we never ask for, give no money yet. */
const STATUSES: Record<string, ChargeStatus> = {
  requires_payment_method: 'requires_payment_method',
  requires_confirmation: 'requires_confirmation',
  requires_action: 'requires_action',
  succeeded: 'succeeded',
  canceled: 'canceled',
}

/** An intent as the product knows it. */
export function toCharge(intent: Stripe.PaymentIntent, account: string): Charge {
  return {
    ref: intent.id,
    account,
    status: STATUSES[intent.status] ?? 'processing',
    amount: intent.amount,
    currency: intent.currency,
    metadata: intent.metadata,
    clientSecret: intent.client_secret ?? '',
    failure: intent.last_payment_error?.decline_code ?? intent.last_payment_error?.code ?? null,
    ...paymentOf(intent),
  }
}
