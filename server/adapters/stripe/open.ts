import { defined } from '#contract/lib/defined.ts'
import { WEBHOOK_PATHS } from '#contract/payments/limits.ts'
import type { Config } from '#server/config/config.ts'
import type { Payments } from '#server/ports/payments.ts'
import { closedPayments } from './closed.ts'

/** Webhook event types that we subscribe to. */
export const EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.updated',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.voided',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
  'account.updated',
  'account.application.deauthorized',
  'payout.paid',
  'payout.failed',
  'payout.canceled',
] as const

/**
 * The payment provider of this deployment. Webhook endpoints of the sandbox are registered at each start; those of Stripe
 * once, by the operator (docs/going-live.md).
 */
export async function createPayments({ payments, port }: Config): Promise<Payments> {
  const { secretKey, apiBase, webhookSecrets, provider } = payments
  if (provider === 'sandbox' && !apiBase) return closedPayments()
  // The SDK is large: import it only if a provider is configured.
  const [{ createStripeClient }, { stripePayments }] = await Promise.all([
    import('./client.ts'),
    import('./payments.ts'),
  ])
  const stripe = createStripeClient(secretKey, apiBase)
  if (provider === 'stripe') return stripePayments(stripe, webhookSecrets, EVENTS)
  for await (const { id } of stripe.webhookEndpoints.list()) await stripe.webhookEndpoints.del(id)
  const here = `http://127.0.0.1:${port}`
  const listen = async (path: string, connect: boolean) => {
    const url = here + path
    const { secret } = await stripe.webhookEndpoints.create({
      url,
      connect,
      enabled_events: [...EVENTS],
    })
    return defined(secret, 'the secret of a new webhook endpoint')
  }
  const secrets = {
    platform: await listen(WEBHOOK_PATHS.platform, false),
    connect: await listen(WEBHOOK_PATHS.connect, true),
  }
  return stripePayments(stripe, secrets, EVENTS)
}
