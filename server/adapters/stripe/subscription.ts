import type Stripe from 'stripe'
import type { Charge, Invoice, Subscription } from '#server/ports/payments.ts'

/** What has to come with a subscription, so that its newest charge is known. */
export const WITH_CHARGE = ['latest_invoice.payments', 'latest_invoice.confirmation_secret']

const STATUSES: Record<string, Subscription['status']> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  paused: 'past_due',
  unpaid: 'unpaid',
  incomplete: 'incomplete',
  incomplete_expired: 'incomplete_expired',
  canceled: 'canceled',
}

/** The intent of the newest invoice; since 2025 an invoice names it only among its payments. */
export function intentOf({ latest_invoice: invoice }: Stripe.Subscription): string | null {
  if (!invoice || typeof invoice === 'string') return null
  return intentBehind(invoice)
}

function intentBehind(invoice: Stripe.Invoice): string | null {
  for (const { payment } of invoice.payments?.data ?? []) {
    const intent = payment.payment_intent
    if (intent) return typeof intent === 'string' ? intent : intent.id
  }
  // An open invoice's secret begins with the intent that it is for.
  return invoice.confirmation_secret?.client_secret.split('_secret_')[0] ?? null
}

export function toSubscription(
  subscription: Stripe.Subscription,
  account: string,
  charge: Charge | null,
): Subscription {
  const end = subscription.items.data[0]?.current_period_end
  return {
    ref: subscription.id,
    account,
    // One of a later version lets nobody in.
    status: STATUSES[subscription.status] ?? 'incomplete',
    periodEnd: end === undefined ? null : new Date(end * 1000).toISOString(),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    metadata: subscription.metadata,
    charge,
  }
}

/** Whose invoice it is; null for one that no subscription asked for. */
export function subscriptionBehind({ parent }: Stripe.Invoice): string | null {
  const subscription = parent?.subscription_details?.subscription ?? null
  return typeof subscription === 'string' ? subscription : (subscription?.id ?? null)
}

const INVOICES: Record<string, Invoice['status']> = { open: 'open', paid: 'paid' }
const instant = (seconds: number) => new Date(seconds * 1000).toISOString()

/** The invoice's own period is the one before: what it asks for stands in its lines. */
export function toInvoice(invoice: Stripe.Invoice): Invoice {
  const period = invoice.lines.data.at(-1)?.period
  const paid = invoice.status === 'paid'
  return {
    ref: invoice.id!,
    status: INVOICES[invoice.status ?? ''] ?? 'over',
    isFirst: invoice.billing_reason === 'subscription_create',
    amount: paid ? invoice.amount_paid : invoice.amount_due,
    period: {
      start: instant(period?.start ?? invoice.period_start),
      end: instant(period?.end ?? invoice.period_end),
    },
    charge: intentBehind(invoice),
  }
}
