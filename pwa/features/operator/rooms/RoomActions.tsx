import { useState } from 'react'
import { operatorAudit } from '#contract/operator/audit/calls.ts'
import { operatorPeople } from '#contract/operator/people/calls.ts'
import { type OperatorRoom, operatorRooms } from '#contract/operator/rooms/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import css from '../actions/Head.module.css'
import { ReasonSheet } from '../ReasonSheet.tsx'

const refresh = [
  operatorRooms.getOperatorRoom,
  operatorRooms.listOperatorRooms,
  operatorPeople.getPerson,
  operatorAudit.listAudit,
]

/** Suspends and restores a room. */
export function RoomActions({ room }: { room: OperatorRoom }) {
  const [asking, setAsking] = useState(false)
  const suspend = useSend(operatorRooms.suspendRoom, { refresh })
  const restore = useSend(operatorRooms.restoreRoom, { refresh })
  const { can, state, title, id } = room
  const way = can.suspend
    ? {
        title: `「${title}」を停止しますか？`,
        text: 'ルームとイベントはすぐに見られなくなり、参加とチケットの販売が止まります。メンバーの参加費は請求されません。発行したチケットは残ります。メンバーとチケットをお持ちの方へ、メールでお知らせします。',
        confirm: '停止する',
        danger: true,
        send: (reason: string) => suspend.mutateAsync({ params: { id }, body: { reason } }),
      }
    : {
        title: `「${title}」の停止を解除しますか？`,
        text: 'ルームは停止の前の状態に戻り、次の更新日から参加費が請求されます。メンバーへ、メールでお知らせします。',
        confirm: '停止を解除する',
        danger: false,
        send: (reason: string) => restore.mutateAsync({ params: { id }, body: { reason } }),
      }
  return (
    <div className={css.acts}>
      <Button
        variant={can.suspend ? 'danger' : 'primary'}
        {...(can.suspend && { icon: 'block' })}
        onClick={() => setAsking(true)}
      >
        {can.suspend ? 'ルームを停止する' : '停止を解除する'}
      </Button>
      {state !== 9 && (
        <Button variant="quiet" icon="external" to={paths.room(id)}>
          ルームを見る
        </Button>
      )}
      {asking && (
        <ReasonSheet
          {...way}
          hint="オーナーへのメールに、そのまま書かれます"
          send={async (reason) => {
            await way.send(reason)
            showToast(can.suspend ? 'ルームを停止しました' : 'ルームの停止を解除しました')
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
