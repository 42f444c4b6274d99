import type Stripe from 'stripe'
import type { Charge, ChargeStatus, ProviderVoucher } from '#server/ports/payments.ts'
import { instant, toBalanceTransaction } from './balance-transaction.ts'

/** Expansions of a payment intent that contain its fees. */
export const WITH_FEES = ['latest_charge.balance_transaction']

/** With `automatic_async` capture the balance transaction follows within an hour of success. */
function paymentOf(intent: Stripe.PaymentIntent): Pick<Charge, 'paidAt' | 'booked'> {
  if (intent.status !== 'succeeded') return { paidAt: null, booked: null }
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return {
    paidAt: instant(charge?.created ?? intent.created),
    booked: toBalanceTransaction(charge?.balance_transaction),
  }
}

/** Unknown states, and `requires_capture`, which we never use, count as `processing`. */
const STATUSES: Record<string, ChargeStatus> = {
  requires_payment_method: 'requires_payment_method',
  requires_confirmation: 'requires_confirmation',
  requires_action: 'requires_action',
  succeeded: 'succeeded',
  canceled: 'canceled',
}

function voucherOf({ next_action }: Stripe.PaymentIntent): ProviderVoucher | null {
  const details = next_action?.konbini_display_details
  if (!details) return null
  return {
    expiresAt: instant(details.expires_at),
    url: details.hosted_voucher_url,
    stores: Object.entries(details.stores).flatMap(([store, numbers]) =>
      numbers
        ? [
            {
              store,
              payment_code: numbers.payment_code,
              confirmation_number: numbers.confirmation_number ?? null,
            },
          ]
        : [],
    ),
  }
}

/** Maps a payment intent to the port's charge. */
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
    voucher: voucherOf(intent),
    ...paymentOf(intent),
  }
}
