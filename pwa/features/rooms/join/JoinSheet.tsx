import { useState } from 'react'
import { FREE_ROOM, roomConfirmation } from '#contract/orders/confirmation.ts'
import type { Room } from '#contract/rooms/calls.ts'
import { Checkout } from '#pwa/features/orders/Checkout.tsx'
import { Done } from '#pwa/features/orders/Done.tsx'
import { usePurchase } from '#pwa/features/orders/usePurchase.ts'
import { usePaymentForm } from '#pwa/features/payments/usePaymentForm.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { monthly } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { currentPage } from '#pwa/lib/share.ts'
import { Byline } from '#pwa/ui/badge/Byline.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import { ArchedImage } from '#pwa/ui/picture/ArchedImage.tsx'
import css from './JoinSheet.module.css'
import { roomPurchase } from './room-purchase.ts'

interface JoinSheetProps {
  room: Room
  onClose: () => void
}

/** The join form for a logged-in user: free, or monthly with a saved or new card. */
export function JoinSheet({ room, onClose }: JoinSheetProps) {
  const saved = useUser()?.mainCard ?? null
  const [isNew, setNew] = useState(saved === null)
  const paid = room.amount > 0
  const fetched = usePaymentForm(paid)
  const { step, pay } = usePurchase(roomPurchase(useCall(), room))
  const now = useNow()
  const leave = () => step.at !== 'paying' && onClose()

  if (step.at === 'done') return <Joined room={room} />
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
        lines={paid ? roomConfirmation(room.amount, now) : FREE_ROOM}
        price={paid ? monthly(room.amount) : undefined}
        action={paid ? 'この内容で参加する' : '参加する'}
        wallet={{ amount: room.amount, title: room.title, monthly: room.amount }}
        step={step}
        onPay={(from, consents) => void pay(fetched.paymentForm, from, consents)}
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

const Joined = ({ room }: Pick<JoinSheetProps, 'room'>) => (
  <Done
    picture={
      <div className={css.picture}>
        <ArchedImage src={room.icon_image_path} size="fill" />
      </div>
    }
    title={
      <>
        ようこそ、
        <br />
        {room.title}へ
      </>
    }
    text="ルームに参加しました。"
    paid={room.amount > 0}
    shared={currentPage(room.title)}
    onClose={reload}
    actions={
      <>
        <Button wide onClick={reload}>
          ルームへ戻る
        </Button>
        <Button wide variant="quiet" to={paths.home} reloadDocument>
          ホームへ
        </Button>
      </>
    }
  />
)
