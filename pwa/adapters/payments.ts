import type { Config } from '#contract/site.ts'
import type { PaymentDesk } from './card-desk.ts'

/** The provider of this deployment; its code is loaded by whoever pays, and by nobody else. */
export async function openPaymentDesk({
  provider,
  publishable_key: key,
  api_base: base,
}: Config['payments']): Promise<PaymentDesk> {
  if (!key) throw new Error('this site takes no payments')
  if (provider === 'sandbox') return (await import('./sandbox.ts')).sandboxDesk(key, base ?? '')
  return (await import('./stripe.ts')).stripeDesk(key)
}
