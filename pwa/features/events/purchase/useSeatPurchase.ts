import { useEffect, useState } from 'react'
import type { ConfirmationLine } from '#contract/orders/confirmation.ts'
import type { Room } from '#contract/rooms/calls.ts'
import type { Confirming } from '#pwa/adapters/payment-form.ts'
import type { Purchase } from '#pwa/features/orders/purchase.ts'
import { type Consents, usePurchase } from '#pwa/features/orders/usePurchase.ts'
import { roomPurchase } from '#pwa/features/rooms/join/room-purchase.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { useSession, useUser } from '#pwa/lib/api/session.tsx'
import { userIn } from '#pwa/lib/api/session-state.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { seatOrderOf } from './seat-order.ts'

/** The card that pays a ticket, and whether it is saved. */
export interface TicketPayment {
  token: string | undefined
  method: 'card' | 'konbini'
  keep_card: boolean
  guardian_consent: boolean
}

/** The payment to confirm, or the payment number of a convenience store. */
interface StartedSeat {
  payment: Confirming
  voucher: { id: string } | null
}

/** A ticket as its form sells it. */
export interface SeatSale {
  amount: number
  /** The final confirmation of a payment by card, or by `konbini` until its deadline. */
  lines: ConfirmationLine[]
  konbini: { until: string; lines: ConfirmationLine[] } | null
  /** The calls of the purchase. */
  buying: Omit<Purchase, 'start'> & {
    start: (payment: TicketPayment, key: string) => Promise<StartedSeat>
  }
  /** The room that the buyer joins with the same press, as the ticket is for its members. */
  joining: Room | undefined
}

/** State of the checkout: the order in the form, its card, and the products bought so far. */
export function useSeatPurchase({ amount, lines, konbini, buying, joining }: SeatSale) {
  // As the form was opened: the page behind it learns of the membership while the form is still open.
  const [room] = useState(joining)
  const now = useNow()
  const session = useSession()
  const saved = useUser()?.mainCard ?? null
  const [isNew, setNew] = useState(saved === null)
  const [isKept, setKept] = useState(false)
  const [chosen, setInStore] = useState(false)
  const [voucherId, setVoucherId] = useState<string | null>(null)
  // A membership is paid by card, and the ticket with it.
  const canChoose = konbini !== null && (room?.amount ?? 0) === 0
  const inStore = chosen && canChoose
  const ticket = {
    ...buying,
    async start(token: string | undefined, key: string, { guardian, isWallet }: Consents) {
      const payment = {
        token,
        method: inStore ? ('konbini' as const) : ('card' as const),
        keep_card: isKept && !isWallet,
        guardian_consent: guardian,
      }
      const seat = await buying.start(payment, key)
      setVoucherId(seat.voucher?.id ?? null)
      return inStore ? null : seat.payment
    },
    // The ticket follows once the number is paid.
    ...(inStore && { finish: async () => undefined }),
  }
  const call = useCall()
  const { step, bought, pay } = usePurchase(...(room ? [roomPurchase(call, room)] : []), ticket)
  const isJoined = room !== undefined && bought > 0
  const hasFailed = step.at === 'form' && isJoined
  // From then on the ticket is bought alone.
  const [isAlone, setAlone] = useState(false)
  useEffect(() => {
    if (!hasFailed || isAlone) return
    setAlone(true)
    // A paid membership has saved the card, which pays the ticket now.
    const read = session.reload().catch(console.error)
    void read.then(() => setNew(!userIn(session.store.get())?.mainCard))
  }, [hasFailed, isAlone, session])
  const renews = room !== undefined && room.amount > 0 && !isAlone
  return {
    step,
    pay,
    inStore,
    setInStore,
    canChoose,
    voucherId,
    order: seatOrderOf(
      amount,
      inStore && konbini ? konbini.lines : lines,
      isAlone ? undefined : room,
      now,
    ),
    joined: isJoined ? room : null,
    hasMore: room !== undefined && !isJoined,
    keeping: renews ? ('membership' as const) : { isKept, onKeep: setKept },
    isNew,
    setNew,
  }
}
