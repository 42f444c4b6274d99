import { useState } from 'react'
import { roomConfirmation } from '#contract/orders/confirmation.ts'
import { FREE_JOIN_FAILED } from '#contract/payments/messages.ts'
import { type Room, rooms } from '#contract/rooms/calls.ts'
import { Checkout } from '#pwa/features/orders/Checkout.tsx'
import { Done } from '#pwa/features/orders/Done.tsx'
import { usePurchase } from '#pwa/features/orders/usePurchase.ts'
import { usePaymentForm } from '#pwa/features/payments/usePaymentForm.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { monthly } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Byline } from '#pwa/ui/badge/Byline.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import { ArchedImage } from '#pwa/ui/picture/ArchedImage.tsx'
import css from './JoinSheet.module.css'

/** What the user wanted to do before they had to join. */
export interface AfterJoin {
  label: string
  go: () => Promise<unknown>
}
interface JoinSheetProps {
  room: Room
  onClose: () => void
  next?: AfterJoin | undefined
}

/** The join form for a logged-in user: free, or monthly with a saved or new card. */
export function JoinSheet({ room, onClose, next }: JoinSheetProps) {
  const saved = useUser()?.mainCard ?? null
  const [isNew, setNew] = useState(saved === null)
  const paid = room.amount > 0
  const fetched = usePaymentForm(paid)
  const { step, pay } = usePurchase(useJoining(room))
  const now = useNow()
  const leave = () => step.at !== 'paying' && onClose()

  if (step.at === 'done') return <Joined room={room} next={next} />
  return (
    <Sheet
      open
      title={paid && isNew ? 'カードを登録して参加する' : 'ルームに参加する'}
      onClose={leave}
    >
      <div className={css.room}>
        <ArchedImage src={room.icon_image_path} />
        <div>
          <p className="title">{room.title}</p>
          <p className="note muted">
            <Byline name={room.owner.display_name} official={room.owner.official_flg === 1} />
          </p>
        </div>
      </div>
      <Checkout
        paid={paid}
        room={room.id}
        fetched={fetched}
        lines={paid ? roomConfirmation(room.amount, now) : FREE}
        price={paid ? monthly(room.amount) : undefined}
        action={paid ? 'この内容で参加する' : '登録する'}
        step={step}
        onPay={(cards, guardian) => void pay(fetched.paymentForm, cards, guardian)}
        onCancel={leave}
        isNew={isNew}
        onNew={setNew}
        keeping="membership"
      />
    </Sheet>
  )
}

// Reloads the page, as membership affects all of its data.
const reload = () => location.reload()

const Joined = ({ room, next }: Pick<JoinSheetProps, 'room' | 'next'>) => (
  <Done
    picture={room.icon_image_path}
    title={
      <>
        ようこそ、
        <br />
        {room.title}へ
      </>
    }
    text="ルームに参加しました。"
    paid={room.amount > 0}
    shared={room.title}
    onClose={reload}
    actions={
      <>
        {next ? (
          <Button wide onClick={() => void next.go()}>
            {next.label}
          </Button>
        ) : (
          <Button wide onClick={reload}>
            ルームへ戻る
          </Button>
        )}
        <Button wide variant="quiet" to={paths.home} reloadDocument>
          ホームへ
        </Button>
      </>
    }
  />
)

const FREE = [
  { label: 'お支払い', text: '無料' },
  { label: '退会', text: 'いつでもできます' },
]

/** The calls of joining. Each press is a new purchase; a retry of a call is not. */
function useJoining({ id: room_id, amount }: Room) {
  const call = useCall()
  let subscriptionId: string | undefined
  return {
    free: amount === 0 ? FREE_JOIN_FAILED : null,
    async start(token: string | undefined, key: string, guardian_consent: boolean) {
      const started = await call(
        rooms.startSubscription,
        { body: { room_id, token, amount, guardian_consent } },
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
  }
}
