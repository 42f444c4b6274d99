import { useState } from 'react'
import { rooms, type SubscribedRoom } from '#contract/rooms/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { ConfirmDialog } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { MenuButton } from '#pwa/ui/overlay/MenuButton.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { PaySheet } from './PaySheet.tsx'
import css from './SubscribedRow.module.css'
import { endsLabel, isPastDue } from './subscription-label.ts'

/** Actions on a membership: pay the past-due month, leave, or withdraw the leaving. */
export function SubscriptionActions({ room, pays }: { room: SubscribedRoom; pays: boolean }) {
  const { subscription } = room
  const owes = isPastDue(subscription)
  const [open, setOpen] = useState<'pay' | 'leave' | null>(pays && owes ? 'pay' : null)
  const close = () => setOpen(null)
  return (
    <div className={css.actions}>
      {subscription.cancel_at_period_end && !owes ? (
        // A closed or suspended room is not renewed.
        room.state === 1 && <StayButton room={room} />
      ) : (
        <MenuButton
          label={`「${room.title}」の操作`}
          items={[
            { label: '退会する', icon: 'logout', danger: true, onClick: () => setOpen('leave') },
          ]}
        />
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

/** Withdraws the leaving of a room; nothing is charged. */
function StayButton({ room }: { room: SubscribedRoom }) {
  const stay = useSend(rooms.subscribe, { refresh })
  const press = () =>
    stay.mutateAsync({ body: { room_id: room.id } }).then(
      () => showToast('退会を取りやめました。これまでどおり更新されます'),
      (error: Error) => showToast(error.message),
    )
  return (
    <Button variant="secondary" size="s" busy={stay.isPending} onClick={() => void press()}>
      退会を取りやめる
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
  async function confirm() {
    const { cancel_at_period_end } = await leave.mutateAsync({ params: { id: room.id } })
    showToast(cancel_at_period_end ? '更新を停止しました' : '退会しました')
    void session.reload()
  }
  return (
    <ConfirmDialog
      open={open}
      title={`「${room.title}」を退会しますか？`}
      text={endsLabel(room.subscription)}
      confirm="退会する"
      danger
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
