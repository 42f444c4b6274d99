import { operatorAudit } from '#contract/operator/audit/calls.ts'
import { operatorPeople } from '#contract/operator/people/calls.ts'
import { type OperatorRoom, operatorRooms } from '#contract/operator/rooms/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import css from '../actions/Head.module.css'
import { ReasonButton } from '../ReasonSheet.tsx'

const refresh = [
  operatorRooms.getOperatorRoom,
  operatorRooms.listOperatorRooms,
  operatorPeople.getPerson,
  operatorAudit.listAudit,
]

/** Suspends and restores a room. */
export function RoomActions({ room: { can, state, title, id } }: { room: OperatorRoom }) {
  const suspend = useSend(operatorRooms.suspendRoom, { refresh })
  const restore = useSend(operatorRooms.restoreRoom, { refresh })
  const params = { id }
  const hint = 'オーナーへのメールに、そのまま書かれます'
  return (
    <div className={css.acts}>
      {can.suspend ? (
        <ReasonButton
          target={id}
          label="ルームを停止する"
          button={{ variant: 'danger', icon: 'block' }}
          title={`「${title}」を停止しますか？`}
          text="ルームとイベントはすぐに見られなくなり、参加とチケットの販売が止まります。メンバーの参加費は請求されず、ご利用いただけなかった日の分は日割りで返金されます。発行したチケットは残ります。メンバーとチケットをお持ちの方へ、メールでお知らせします。"
          hint={hint}
          confirm="停止する"
          danger
          send={(reason) => suspend.mutateAsync({ params, body: { reason } })}
          done="ルームを停止しました"
        />
      ) : (
        <ReasonButton
          target={id}
          label="停止を解除する"
          title={`「${title}」の停止を解除しますか？`}
          text="ルームは停止の前の状態に戻り、次の更新日から参加費が請求されます。メンバーへ、メールでお知らせします。"
          hint={hint}
          confirm="停止を解除する"
          send={(reason) => restore.mutateAsync({ params, body: { reason } })}
          done="ルームの停止を解除しました"
        />
      )}
      {state !== 9 && (
        <Button variant="quiet" icon="external" to={paths.room(id)}>
          ルームを見る
        </Button>
      )}
    </div>
  )
}
