import type Stripe from 'stripe'
import type { ListedEvent, ProviderEvent } from '#server/ports/payments.ts'
import { ask } from './client.ts'
import { subscriptionOfInvoice } from './subscription.ts'

/** Stripe's limit of types in one list call. */
const MAX_TYPES = 20
const PAGE = 100

/** Maps a Stripe event to the object that changed. */
export const toProviderEvent = (event: Stripe.Event): ProviderEvent => ({
  id: event.id,
  type: event.type,
  account: event.account ?? null,
  object: changedObject(event.data.object),
})

/** An invoice counts as its subscription, a charge as its payment intent. */
function changedObject(object: Stripe.Event['data']['object']): ProviderEvent['object'] {
  const subscription = object.object === 'invoice' && subscriptionOfInvoice(object)
  if (subscription) return { kind: 'subscription', ref: subscription }
  const intent = object.object === 'charge' && object.payment_intent
  if (intent)
    return { kind: 'payment_intent', ref: typeof intent === 'string' ? intent : intent.id }
  return { kind: object.object, ref: ('id' in object && object.id) || '' }
}

/** Events of an account since an instant (at most 30 days ago), the oldest first. */
export async function listEvents(
  stripe: Stripe,
  types: readonly string[],
  { account, since }: { account: string | null; since: string | null },
): Promise<ListedEvent[]> {
  const at = account === null ? {} : { stripeAccount: account }
  const created = since && { created: { gte: Math.floor(Date.parse(since) / 1000) } }
  const events: ListedEvent[] = []
  for (let from = 0; from === 0 || from < types.length; from += MAX_TYPES) {
    const some = types.slice(from, from + MAX_TYPES)
    const params = { limit: PAGE, ...created, ...(some.length > 0 && { types: some }) }
    await ask(async () => {
      for await (const event of stripe.events.list(params, at))
        events.push({
          providerEvent: { ...toProviderEvent(event), account },
          at: new Date(event.created * 1000).toISOString(),
        })
    })
  }
  // Stripe lists the newest first, and each batch of types is a separate list.
  return events.reverse().sort((a, b) => a.at.localeCompare(b.at))
}
