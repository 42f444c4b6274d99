import { type RoomStamp, stamps } from '#contract/stamps/calls.ts'
import { StampPicture } from '#pwa/features/stamps/StampPicture.tsx'
import { useSend } from '#pwa/lib/api/api.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { RISK } from '#pwa/ui/button/risk.ts'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { ConfirmButton } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import css from './RoomStamps.module.css'

interface StampSheetProps {
  room: string
  all: RoomStamp[]
  /** The stamp's place among them. */
  at: number
  onClose: () => void
}

/** One stamp: its place among the others, and its removal. */
export function StampSheet({ room, all, at, onClose }: StampSheetProps) {
  const params = { id: room }
  const order = useSend(stamps.orderStamps, { refresh: [stamps.listStamps] })
  const remove = useSend(stamps.removeStamp, { refresh: [stamps.listStamps] })
  const stamp = all[at]
  if (!stamp) return null
  const move = (to: number) => {
    const ids = all.map(({ id }) => id).toSpliced(at, 1)
    order.mutate({ params, body: { ids: ids.toSpliced(to, 0, stamp.id) } })
  }
  return (
    <Sheet open title={stamp.name} onClose={onClose}>
      <div className="stack">
        <p className={css.shown}>
          <StampPicture name="" src={stamp.image_path} />
        </p>
        <FormProblem>{order.error?.message}</FormProblem>
        <fieldset className={css.order}>
          <legend className="sr">並び順</legend>
          <Button
            variant="secondary"
            size="s"
            disabled={at === 0}
            busy={order.isPending}
            onClick={() => move(at - 1)}
          >
            前へ
          </Button>
          <span className="small muted num" role="status">
            {all.length}個中{at + 1}番目
          </span>
          <Button
            variant="secondary"
            size="s"
            disabled={at === all.length - 1}
            busy={order.isPending}
            onClick={() => move(at + 1)}
          >
            後ろへ
          </Button>
        </fieldset>
        <ConfirmButton
          label="スタンプを削除する"
          button={RISK}
          title={`スタンプ「${stamp.name}」を削除しますか？`}
          text="これまでにトークで送られたものは、名前の表示に変わります。元には戻せません。"
          confirm="削除する"
          danger
          onConfirm={async () => {
            await remove.mutateAsync({ params: { ...params, stamp_id: stamp.id } })
            showToast('スタンプを削除しました')
          }}
        />
      </div>
    </Sheet>
  )
}
