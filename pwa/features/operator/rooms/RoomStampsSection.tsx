import { operatorAudit } from '#contract/operator/audit/calls.ts'
import { type OperatorRoom, operatorRooms } from '#contract/operator/rooms/calls.ts'
import type { RoomStamp } from '#contract/stamps/calls.ts'
import { StampPicture } from '#pwa/features/stamps/StampPicture.tsx'
import { useSend } from '#pwa/lib/api/api.ts'
import { RISK } from '#pwa/ui/button/risk.ts'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { ReasonButton } from '../ReasonSheet.tsx'

/** The stamps of a room, each with its removal. */
export const RoomStampsSection = ({ room: { id, stamps } }: { room: OperatorRoom }) =>
  stamps.length > 0 && (
    <Section title="スタンプ">
      <List carded>
        {stamps.map((stamp) => (
          <StampRow key={stamp.id} room={id} stamp={stamp} />
        ))}
      </List>
    </Section>
  )

function StampRow({ room, stamp }: { room: string; stamp: RoomStamp }) {
  const remove = useSend(operatorRooms.removeRoomStamp, {
    refresh: [operatorRooms.getOperatorRoom, operatorAudit.listAudit],
  })
  return (
    <ListRow
      leading={<StampPicture name="" src={stamp.image_path} size="s" />}
      title={stamp.name}
      trailing={
        <ReasonButton
          target={stamp.id}
          label="削除する"
          button={RISK}
          title={`スタンプ「${stamp.name}」を削除しますか？`}
          text="これまでにトークで送られたものは、名前の表示に変わります。元には戻せません。オーナーには、メッセージでお知らせします。"
          hint="オーナーへのメッセージに、そのまま書かれます"
          confirm="削除する"
          danger
          send={(reason) =>
            remove.mutateAsync({ params: { id: room, stamp_id: stamp.id }, body: { reason } })
          }
          done="スタンプを削除しました"
        />
      }
    />
  )
}
