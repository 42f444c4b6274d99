import { defined } from '#contract/lib/defined.ts'
import { WEBHOOK_PATHS } from '#contract/payments/limits.ts'
import type { Config } from '#server/config/config.ts'
import type { Log } from '#server/ports/log.ts'
import type { Payments } from '#server/ports/payments.ts'
import { closedPayments } from './closed.ts'
import { EVENTS } from './event-types.ts'

/**
 * The payment provider of this deployment. Webhook endpoints of the sandbox are registered at each start; those of Stripe
 * once, by the operator (docs/going-live.md).
 */
export async function createPayments({ payments, port }: Config): Promise<Payments> {
  const { secretKey, apiBase, webhookSecrets, provider } = payments
  if (provider === 'sandbox' && !apiBase) return closedPayments()
  // The SDK is large: import it only if a provider is configured.
  const [{ API_VERSION, createStripeClient }, { stripePayments }] = await Promise.all([
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
      api_version: API_VERSION,
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

/** Logs what is wrong with the webhook endpoints at Stripe, once the site runs. */
export async function checkEndpoints({ payments, siteUrl }: Config, log: Log): Promise<void> {
  if (payments.provider !== 'stripe') return
  const [{ createStripeClient }, { logEndpointProblems }] = await Promise.all([
    import('./client.ts'),
    import('./webhook-endpoints.ts'),
  ])
  const stripe = createStripeClient(payments.secretKey, payments.apiBase)
  await logEndpointProblems(stripe, siteUrl, log)
}
