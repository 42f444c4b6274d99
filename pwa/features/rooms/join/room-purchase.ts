import type { Caller } from '#contract/http/caller.ts'
import { FREE_JOIN_FAILED } from '#contract/payments/messages.ts'
import { type Room, rooms } from '#contract/rooms/calls.ts'
import type { FormPurchase } from '#pwa/features/orders/usePurchase.ts'
import { fromLink } from '#pwa/lib/from-link.ts'

/** The calls of joining. Each press is a new purchase; a retry of a call is not. */
export function roomPurchase(call: Caller, { id: room_id, amount }: Room): FormPurchase {
  let subscriptionId: string | undefined
  return {
    free: amount === 0 ? FREE_JOIN_FAILED : null,
    async start(token, key, { guardian }) {
      const started = await call(
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
      subscriptionId = started.subscriptionId
      const { paymentIntent, ownerId } = started
      return paymentIntent && { clientSecret: paymentIntent.client_secret, account: ownerId }
    },
    async finish() {
      const body = { room_id, ...(subscriptionId && { subscriptionId }) }
      await call(rooms.subscribe, { body })
    },
    isBought: async () => (await call(rooms.getRoom, { params: { id: room_id } })).subscribed,
  }
}
