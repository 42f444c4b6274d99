import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { orders } from '#contract/orders/calls.ts'
import { pastDueConfirmation } from '#contract/orders/confirmation.ts'
import { rooms, type SubscribedRoom } from '#contract/rooms/calls.ts'
import { Checkout } from '#pwa/features/orders/Checkout.tsx'
import { usePurchase } from '#pwa/features/orders/usePurchase.ts'
import { usePaymentForm } from '#pwa/features/payments/usePaymentForm.ts'
import { keyOf, useCall } from '#pwa/lib/api/api.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import { yen } from '#pwa/lib/format.ts'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

/** Pays the past-due month, with the saved card or another one. */
export function PaySheet({ room, onClose }: { room: SubscribedRoom; onClose: () => void }) {
  const [isNew, setNew] = useState(true)
  const fetched = usePaymentForm(true)
  const { step, pay } = usePurchase(usePastDuePayment(room))
  const { amount, current_period_end } = room.subscription
  const leave = () => step.at !== 'paying' && onClose()
  useWhenPaid(step.at === 'done', onClose)
  return (
    <Sheet open title={`「${room.title}」の参加費を支払う`} onClose={leave}>
      <Checkout
        paid
        room={room.id}
        fetched={fetched}
        lines={pastDueConfirmation(amount, current_period_end)}
        price={yen(amount)}
        action="この内容で支払う"
        wallet={{ amount, title: room.title, monthly: amount }}
        step={step}
        onPay={(from, consents) => void pay(fetched.paymentForm, from, consents)}
        isRenewal
        onCancel={leave}
        isNew={isNew}
        onNew={setNew}
        keeping="membership"
      />
    </Sheet>
  )
}

/** Once the payment succeeded: refetches everything that showed the room as unpaid, and closes the sheet. */
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

/** Pays a past-due month. Each press is a new payment attempt; a retry of the call is not. */
function usePastDuePayment({ id, subscription }: SubscribedRoom) {
  const call = useCall()
  let subscriptionId: string | undefined
  return {
    free: null,
    async start(token: string | undefined, key: string) {
      const body = { token, amount: subscription.amount }
      const begun = await call(rooms.payPastDue, { params: { id }, body }, { idempotencyKey: key })
      subscriptionId = begun.subscriptionId
      const { paymentIntent, ownerId } = begun
      return paymentIntent && { clientSecret: paymentIntent.client_secret, account: ownerId }
    },
    finish: () =>
      call(rooms.subscribe, { body: { room_id: id, ...(subscriptionId && { subscriptionId }) } }),
  }
}
