import { type FeeBoard, operatorFee } from '#contract/operator/fee.ts'
import { useCall } from '#pwa/lib/api.ts'
import { longDate } from '#pwa/lib/format.ts'
import { showToast } from '#pwa/ui/toast.ts'
import { ReasonSheet } from '../ReasonSheet.tsx'
import { TOLD } from './told.ts'

interface WithdrawFeeProps {
  planned: NonNullable<FeeBoard['planned']>
  /** What is taken now, and will be. */
  percent: number
  onChanged: (next: FeeBoard) => Promise<void>
  onClose: () => void
}

/** A change that is called off before its day. */
export function WithdrawFee({ planned, percent, onChanged, onClose }: WithdrawFeeProps) {
  const call = useCall()
  return (
    <ReasonSheet
      title="手数料の変更を取り消しますか？"
      text={`${longDate(planned.effective_at)}からの${planned.percent}%をやめ、売上の${percent}%のままにします。オーナーには、取りやめたことをお知らせします。`}
      hint={TOLD}
      confirm="予定を取り消す"
      danger
      send={async (reason) => {
        const params = { id: planned.id }
        await onChanged(await call(operatorFee.withdrawFee, { params, body: { reason } }))
        showToast('手数料の変更を取り消しました')
      }}
      onClose={onClose}
    />
  )
}
