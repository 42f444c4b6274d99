import type Stripe from 'stripe'
import type { Sandbox } from './sandbox.ts'

/** A seller with a customer in their own account, as for memberships. */
export async function createShop(
  { stripe, control }: Sandbox,
  capabilities?: Parameters<Sandbox['control']['seller']>[1],
) {
  const seller = await control.seller(stripe, capabilities)
  const on = { stripeAccount: seller.id }
  const customer = await stripe.customers.create({ email: 'fan@example.com' }, on)
  return {
    seller,
    on,
    customer,
    /** Pays with a card that is not saved. */
    pay: (
      method: string,
      more: Partial<Stripe.PaymentIntentCreateParams> = {},
    ): Promise<Stripe.PaymentIntent> =>
      stripe.paymentIntents.create(
        { amount: 3_000, currency: 'jpy', payment_method: method, confirm: true, ...more },
        on,
      ),
    async saveCard(method: string): Promise<string> {
      const { id } = await stripe.paymentMethods.attach(method, { customer: customer.id }, on)
      return id
    },
  }
}

/** The error of a call that must fail. */
export async function stripeErrorOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call
  } catch (error) {
    return error as Stripe.errors.StripeError
  }
  throw new Error('the call succeeded, but should have failed')
}

/** Presses a button of the page of `next_action`, like a browser outside a frame. */
export async function answerChallenge(
  intent: Stripe.PaymentIntent | Stripe.SetupIntent,
  outcome: 'authenticated' | 'failed',
): Promise<Response> {
  const body = new URLSearchParams({ outcome, framed: '' })
  return fetch(intent.next_action!.redirect_to_url!.url!, {
    method: 'POST',
    body,
    redirect: 'manual',
  })
}

export const DAY_MS = 86_400_000
