import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { arrearsConfirmation } from '#contract/confirmation.ts'
import { orders } from '#contract/orders.ts'
import { rooms, type SubscribedRoom } from '#contract/rooms.ts'
import { Checkout } from '#pwa/features/orders/Checkout.tsx'
import { usePurchase } from '#pwa/features/orders/usePurchase.ts'
import { usePaymentDesk } from '#pwa/features/payments/usePaymentDesk.ts'
import { keyOf, useCall } from '#pwa/lib/api.ts'
import { yen } from '#pwa/lib/format.ts'
import { useSession } from '#pwa/lib/session.tsx'
import { Sheet } from '#pwa/ui/Sheet.tsx'
import { showToast } from '#pwa/ui/toast.ts'

interface PaySheetProps {
  room: SubscribedRoom
  onClose: () => void
}

/** Pays the month that is owed, with another card or the one that is kept. */
export function PaySheet({ room, onClose }: PaySheetProps) {
  const [isNew, setNew] = useState(true)
  const fetched = usePaymentDesk(true)
  const { step, pay } = usePurchase(usePayingArrears(room))
  const { amount, current_period_end } = room.subscription
  const leave = () => step.at !== 'paying' && onClose()
  useWhenPaid(step.at === 'done', onClose)
  return (
    <Sheet open title={`「${room.title}」の参加費を支払う`} onClose={leave}>
      <Checkout
        paid
        room={room.id}
        fetched={fetched}
        lines={arrearsConfirmation(amount, current_period_end)}
        price={yen(amount)}
        action="この内容で支払う"
        step={step}
        onPay={(cards) => void pay(fetched.desk, cards)}
        onCancel={leave}
        isNew={isNew}
        onNew={setNew}
      />
    </Sheet>
  )
}

/** The room is open again: everything that told otherwise is read anew. */
function useWhenPaid(isPaid: boolean, onClose: () => void) {
  const session = useSession()
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is paid
  useEffect(() => {
    if (!isPaid) return
    showToast('お支払いが完了しました。ルームはこれまでどおり見られます')
    const stale = [rooms.listSubscribed, rooms.getRoom, orders.listPayments]
    for (const call of stale) void client.invalidateQueries({ queryKey: keyOf(call) })
    void session.reload()
    onClose()
  }, [isPaid])
}

/** Each press is a try of its own; a repetition of it is not. */
function usePayingArrears({ id, subscription }: SubscribedRoom) {
  const call = useCall()
  let subscriptionId: string | undefined
  return {
    free: null,
    async start(token: string | undefined, key: string) {
      const body = { token, amount: subscription.amount }
      const begun = await call(rooms.payArrears, { params: { id }, body }, { idempotencyKey: key })
      subscriptionId = begun.subscriptionId
      const { paymentIntent, ownerId } = begun
      return paymentIntent && { clientSecret: paymentIntent.client_secret, account: ownerId }
    },
    finish: () =>
      call(rooms.subscribe, { body: { room_id: id, ...(subscriptionId && { subscriptionId }) } }),
  }
}
