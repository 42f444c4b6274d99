import { useState } from 'react'
import { rooms, type SubscribedRoom } from '#contract/rooms.ts'
import { useSend } from '#pwa/lib/api.ts'
import { useSession } from '#pwa/lib/session.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { showToast } from '#pwa/ui/toast.ts'
import { PaySheet } from './PaySheet.tsx'
import css from './SubscribedRow.module.css'
import { isBehind, leavingWords } from './subscription-words.ts'

/** What one can do with a membership: pay what is owed, leave, or stay after all. */
export function SubscriptionActions({ room, pays }: { room: SubscribedRoom; pays: boolean }) {
  const { subscription } = room
  const owes = isBehind(subscription)
  const [open, setOpen] = useState<'pay' | 'leave' | null>(pays && owes ? 'pay' : null)
  const close = () => setOpen(null)
  return (
    <div className={css.actions}>
      {subscription.cancel_at_period_end && !owes ? (
        // Of a room that was closed, or suspended, no month is to come.
        room.state === 1 && <StayButton room={room} />
      ) : (
        <Button variant="quiet" size="s" onClick={() => setOpen('leave')}>
          退会する
        </Button>
      )}
      {owes && (
        <Button size="s" icon="card" onClick={() => setOpen('pay')}>
          別のカードで今すぐ支払う
        </Button>
      )}
      {open === 'pay' && owes && <PaySheet room={room} onClose={close} />}
      <LeaveDialog room={room} open={open === 'leave'} onClose={close} />
    </div>
  )
}

const refresh = [rooms.listSubscribed, rooms.getRoom]

/** Takes a leaving back; nothing is charged. */
function StayButton({ room }: { room: SubscribedRoom }) {
  const stay = useSend(rooms.subscribe, { refresh })
  const press = () =>
    stay.mutateAsync({ body: { room_id: room.id } }).then(
      () => showToast('退会をとりやめました。これまでどおり更新されます'),
      (error: Error) => showToast(error.message),
    )
  return (
    <Button variant="secondary" size="s" busy={stay.isPending} onClick={() => void press()}>
      退会をとりやめる
    </Button>
  )
}

interface LeaveDialogProps {
  room: SubscribedRoom
  open: boolean
  onClose: () => void
}

function LeaveDialog({ room, open, onClose }: LeaveDialogProps) {
  const session = useSession()
  const leave = useSend(rooms.unsubscribe, { refresh })
  const confirm = () =>
    leave.mutateAsync({ params: { id: room.id } }).then(
      ({ cancel_at_period_end }) => {
        onClose()
        showToast(cancel_at_period_end ? '更新を停止しました' : '退会しました')
        return session.reload()
      },
      () => undefined, // the dialog says why
    )
  return (
    <ConfirmDialog
      open={open}
      title={`「${room.title}」を退会しますか？`}
      text={leavingWords(room.subscription)}
      confirm="退会する"
      danger
      busy={leave.isPending}
      error={leave.error?.message ?? null}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  )
}
