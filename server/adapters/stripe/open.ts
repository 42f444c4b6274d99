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

/** Registers the site's domain for wallets at Stripe, and logs what is wrong with its settings there, once the site runs. */
export async function checkSettings({ payments, siteUrl }: Config, log: Log): Promise<void> {
  if (payments.provider !== 'stripe') return
  const [{ createStripeClient }, { readEndpointProblems }, { registerWalletDomain }] =
    await Promise.all([
      import('./client.ts'),
      import('./webhook-endpoints.ts'),
      import('./wallet-domain.ts'),
    ])
  const stripe = createStripeClient(payments.secretKey, payments.apiBase)
  // The site runs on: open payments are looked up without webhooks, and cards are typed without wallets.
  for (const read of [readEndpointProblems, registerWalletDomain])
    try {
      for (const problem of await read(stripe, siteUrl))
        log.error(
          { problem, see: 'docs/going-live.md' },
          'a setting at the payment provider is wrong',
        )
    } catch (error) {
      log.warn({ error: String(error) }, 'a setting at the payment provider could not be read')
    }
}
