import { door, type Gate } from '#contract/door/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { ConfirmDialog } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

const PHONE_ENDS =
  'この入口の端末は、すぐに使えなくなります。送られていない記録は届きません。その端末が電波のない場所で受付を続けていないことを、先に確かめてください。'

export interface GateParams {
  roomid: string
  id: string
  gid: string
}

interface GateDialogProps {
  open: boolean
  gate: Gate
  params: GateParams
  onClose: () => void
}

/** Asks before the gate's phone is taken from it. */
export function FreeGate({ open, gate, params, onClose }: GateDialogProps) {
  const free = useSend(door.leaveGate, { refresh: [door.listGates] })
  return (
    <ConfirmDialog
      open={open}
      title={`「${gate.name}」の端末を外しますか？`}
      text={`${PHONE_ENDS}外すと、別の端末に渡せます。この入口の記録は残ります。`}
      confirm="外す"
      danger
      onConfirm={async () => {
        await free.mutateAsync({ params })
        showToast('端末を外しました')
      }}
      onClose={onClose}
    />
  )
}

interface RevokeGateProps extends GateDialogProps {
  onRevoked: () => void
}

/** Asks before the gate is revoked. */
export function RevokeGate({ open, gate, params, onClose, onRevoked }: RevokeGateProps) {
  const revoke = useSend(door.revokeGate, { refresh: [door.listGates] })
  return (
    <ConfirmDialog
      open={open}
      title={`「${gate.name}」を取り消しますか？`}
      text={
        gate.claimed || gate.lapsed ? PHONE_ENDS : 'この入口の番号は、残りの入口が受け付けます。'
      }
      confirm="入口を取り消す"
      cancel="戻る"
      danger
      onConfirm={async () => {
        await revoke.mutateAsync({ params })
        onRevoked()
        showToast('入口を取り消しました')
      }}
      onClose={onClose}
    />
  )
}
