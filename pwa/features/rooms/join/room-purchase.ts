import type { Caller } from '#contract/http/caller.ts'
import { FREE_JOIN_FAILED } from '#contract/payments/messages.ts'
import { type Room, rooms } from '#contract/rooms/calls.ts'
import { startedPayment } from '#pwa/features/orders/started-payment.ts'
import type { FormPurchase } from '#pwa/features/orders/usePurchase.ts'
import { fromLink } from '#pwa/lib/from-link.ts'

/** The calls of joining. Each press is a new purchase; a retry of a call is not. */
export function roomPurchase(call: Caller, { id: room_id, amount }: Room): FormPurchase {
  const started = startedPayment('room', room_id)
  return {
    started,
    free: amount === 0 ? FREE_JOIN_FAILED : null,
    async start(token, key, { guardian }) {
      const { subscriptionId, paymentIntent, ownerId } = await call(
        rooms.startSubscription,
        {
          body: {
            room_id,
            token,
            amount,
            guardian_consent: guardian,
            from: fromLink.of(room_id),
          },
        },
        { idempotencyKey: key },
      )
      if (subscriptionId) started.keep(subscriptionId)
      return paymentIntent && { clientSecret: paymentIntent.client_secret, account: ownerId }
    },
    async finish() {
      const subscriptionId = started.ref()
      const body = { room_id, ...(subscriptionId && { subscriptionId }) }
      await call(rooms.subscribe, { body })
    },
    isBought: async () => (await call(rooms.getRoom, { params: { id: room_id } })).subscribed,
  }
}
