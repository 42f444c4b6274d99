import { events } from '#contract/events/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import type { callerOf } from './buyer.ts'
import type { Plan } from './people.ts'

/** How a purchase is paid. Empty: by the saved card. */
interface Pays {
  token?: string
  keep_card?: boolean
  method?: 'konbini'
}
interface Started {
  /** Of the payment, or of the subscription. */
  ref: string
  /** Null: nothing is to be paid now. */
  secret: string | null
  account: string
  voucher: { id: string; url: string | null } | null
}
type Press = { idempotencyKey: string }

/** The two calls of a purchase: its start, and the request for what was paid. */
export function purchaseOf(call: ReturnType<typeof callerOf>, plan: Plan) {
  const { kind, wire, type, liveOnly, seats, code } = plan
  const params = { id: wire }
  const calls = {
    room: {
      async start(pays: Pays, press: Press): Promise<Started> {
        const body = { room_id: wire, ...pays }
        const {
          subscriptionId: ref,
          paymentIntent,
          ownerId,
        } = await call(rooms.startSubscription, { body }, press)
        const secret = paymentIntent?.client_secret ?? null
        return { ref, secret, account: ownerId, voucher: null }
      },
      finish: (ref: string) =>
        call(rooms.subscribe, { body: { room_id: wire, subscriptionId: ref } }),
    },
    event: {
      async start(pays: Pays, press: Press) {
        const body = { event_id: wire, ...pays, ...(liveOnly && { live_only: true }) }
        return startedOf(await call(events.startJoin, { body }, press))
      },
      finish: (ref: string) =>
        call(events.join, { body: { event_id: wire, paymentIntentId: ref } }),
    },
    digital_ticket: {
      async start(pays: Pays, press: Press) {
        const body = {
          ...pays,
          ...(type && { type }),
          ...(seats && { seats }),
          ...(code && { code }),
        }
        return startedOf(await call(tickets.startTicketJoin, { params, body }, press))
      },
      finish: (ref: string) => call(tickets.joinTicket, { params, body: { paymentIntentId: ref } }),
    },
  } satisfies Record<Plan['kind'], object>
  return calls[kind]
}

const startedOf = ({
  paymentIntent: { id, client_secret },
  ownerId,
  voucher,
}: {
  paymentIntent: { id: string; client_secret: string }
  ownerId: string
  voucher: Started['voucher']
}): Started => ({ ref: id, secret: client_secret, account: ownerId, voucher })
