import type Stripe from 'stripe'
import { type Charge, type ChargeStatus, ProviderDown } from '#server/ports/payments.ts'
import { toBooking } from './booking.ts'

/** What has to come with an intent, so that its fees are known. */
export const WITH_FEES = ['latest_charge.balance_transaction']

function paidOf(intent: Stripe.PaymentIntent): Charge['paid'] {
  if (intent.status !== 'succeeded') return null
  const charge = intent.latest_charge
  const line = charge && typeof charge === 'object' ? toBooking(charge.balance_transaction) : null
  if (!line) throw new ProviderDown('the fees of a charge are not known yet')
  return line
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
    paid: paidOf(intent),
  }
}
