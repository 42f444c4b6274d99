import type Stripe from 'stripe'
import { defined } from '#contract/lib/defined.ts'
import type { Charge, Invoice, ProviderSubscription } from '#server/ports/payments.ts'

/** Expansions of a subscription that contain its latest charge. */
export const WITH_CHARGE = ['latest_invoice.payments', 'latest_invoice.confirmation_secret']

const STATUSES: Record<string, ProviderSubscription['status']> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  paused: 'past_due',
  unpaid: 'unpaid',
  incomplete: 'incomplete',
  incomplete_expired: 'incomplete_expired',
  canceled: 'canceled',
}

/** The payment intent of the latest invoice; since 2025 an invoice has it only in `payments`. */
export function intentOf({ latest_invoice: invoice }: Stripe.Subscription): string | null {
  if (!invoice || typeof invoice === 'string') return null
  return intentOfInvoice(invoice)
}

function intentOfInvoice(invoice: Stripe.Invoice): string | null {
  for (const { payment } of invoice.payments?.data ?? []) {
    const intent = payment.payment_intent
    if (intent) return typeof intent === 'string' ? intent : intent.id
  }
  // The confirmation secret of an open invoice starts with its payment intent.
  return invoice.confirmation_secret?.client_secret.split('_secret_')[0] ?? null
}

export function toSubscription(
  subscription: Stripe.Subscription,
  account: string,
  charge: Charge | null,
): ProviderSubscription {
  const end = subscription.items.data[0]?.current_period_end
  return {
    ref: subscription.id,
    account,
    // An unknown status grants no access.
    status: STATUSES[subscription.status] ?? 'incomplete',
    periodEnd: end === undefined ? null : new Date(end * 1000).toISOString(),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    metadata: subscription.metadata,
    charge,
  }
}

/** The subscription of an invoice; null if it has none. */
export function subscriptionOfInvoice({ parent }: Stripe.Invoice): string | null {
  const subscription = parent?.subscription_details?.subscription ?? null
  return typeof subscription === 'string' ? subscription : (subscription?.id ?? null)
}

const INVOICES: Record<string, Invoice['status']> = { open: 'open', paid: 'paid' }
const instant = (seconds: number) => new Date(seconds * 1000).toISOString()

/** The billed period is in the invoice's lines: `period_start` and `period_end` are those of the previous period. */
export function toInvoice(invoice: Stripe.Invoice): Invoice {
  const period = invoice.lines.data.at(-1)?.period
  const paid = invoice.status === 'paid'
  return {
    ref: defined(invoice.id, 'the id of an invoice'),
    status: INVOICES[invoice.status ?? ''] ?? 'over',
    isFirst: invoice.billing_reason === 'subscription_create',
    amount: paid ? invoice.amount_paid : invoice.amount_due,
    period: {
      start: instant(period?.start ?? invoice.period_start),
      end: instant(period?.end ?? invoice.period_end),
    },
    charge: intentOfInvoice(invoice),
  }
}
