import type { SiteConfig } from '#contract/site/calls.ts'
import type { PaymentForm } from './payment-form.ts'

/** Loads the client of the configured payment provider, only for a payment. */
export async function createPaymentForm({
  provider,
  publishable_key: key,
  api_base: base,
}: SiteConfig['payments']): Promise<PaymentForm> {
  if (!key) throw new Error('this site has no payment provider configured')
  if (provider === 'sandbox')
    return (await import('./sandbox.ts')).sandboxPaymentForm(key, base ?? '')
  return (await import('./stripe.ts')).stripePaymentForm(key)
}
