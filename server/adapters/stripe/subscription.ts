import type Stripe from 'stripe'
import type { Charge, Subscription } from '#server/ports/payments.ts'

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
