import type Stripe from 'stripe'
import {
  BadSignature,
  type Payments,
  type ProviderEvent,
  type WebhookEndpoint,
} from '#server/ports/payments.ts'
import { stripeCards } from './cards.ts'
import { stripeCharges } from './charges.ts'
import { listEvents, toProviderEvent } from './events.ts'
import { stripePayouts } from './payouts.ts'
import { stripeRefunds } from './refunds.ts'
import { stripeSellers } from './sellers.ts'
import { stripeSubscriptions } from './subscriptions.ts'

/** The payments port at Stripe. `secrets`: signing secrets of the two endpoints. */
export const stripePayments = (
  stripe: Stripe,
  secrets: Record<WebhookEndpoint, string>,
  /** Event types to list; empty: all. */
  types: readonly string[] = [],
): Payments => ({
  ...stripeSellers(stripe),
  ...stripePayouts(stripe),
  ...stripeCards(stripe),
  ...stripeCharges(stripe),
  ...stripeRefunds(stripe),
  ...stripeSubscriptions(stripe),
  listEvents: (of) => listEvents(stripe, types, of),
  readEvent: (endpoint, body, signature) => verifyEvent(stripe, secrets[endpoint], body, signature),
})

/** Verifies the signature over the raw body, with Stripe's tolerance of five minutes. */
function verifyEvent(
  stripe: Stripe,
  secret: string,
  body: string,
  signature: string,
): ProviderEvent {
  try {
    return toProviderEvent(stripe.webhooks.constructEvent(body, signature, secret))
  } catch (error) {
    throw new BadSignature(String(error))
  }
}
