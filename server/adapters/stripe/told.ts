import type Stripe from 'stripe'
import type { Notice, Told } from '#server/ports/payments.ts'
import { ask } from './client.ts'
import { subscriptionBehind } from './subscription.ts'

/** As many types as one list may be cut by. */
const MOST_TYPES = 20
const PAGE = 100

/** What an event of the provider's says: that an object is to be looked at anew. */
export function toNotice(event: Stripe.Event): Notice {
  const object = event.data.object as { object: string; id?: string }
  return {
    id: event.id,
    type: event.type,
    account: event.account ?? null,
    object: subjectOf(object),
  }
}

/** An invoice is a matter of its subscription, a charge of its payment. */
function subjectOf(object: { object: string; id?: string }): Notice['object'] {
  const subscription = object.object === 'invoice' && subscriptionBehind(object as Stripe.Invoice)
  if (subscription) return { kind: 'subscription', ref: subscription }
  const intent = object.object === 'charge' && (object as Stripe.Charge).payment_intent
  if (intent)
    return { kind: 'payment_intent', ref: typeof intent === 'string' ? intent : intent.id }
  return { kind: object.object, ref: object.id ?? '' }
}

/** Everything that happened in an account since then, as far back as the provider remembers; the oldest first. */
export async function listTold(
  stripe: Stripe,
  types: readonly string[],
  { account, since }: { account: string | null; since: string | null },
): Promise<Told[]> {
  const at = account === null ? {} : { stripeAccount: account }
  const created = since && { created: { gte: Math.floor(Date.parse(since) / 1000) } }
  const told: Told[] = []
  for (let from = 0; from === 0 || from < types.length; from += MOST_TYPES) {
    const some = types.slice(from, from + MOST_TYPES)
    const wanted = { limit: PAGE, ...created, ...(some.length > 0 && { types: some }) }
    await ask(async () => {
      for await (const event of stripe.events.list(wanted, at))
        told.push({
          notice: { ...toNotice(event), account },
          at: new Date(event.created * 1000).toISOString(),
        })
    })
  }
  // A list is the newest first, and each batch of types a list of its own.
  return told.reverse().sort((a, b) => a.at.localeCompare(b.at))
}
