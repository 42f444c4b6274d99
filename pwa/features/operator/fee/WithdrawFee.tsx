import { type FeeBoard, operatorFee } from '#contract/operator/fee/calls.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { longDate } from '#pwa/lib/format.ts'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { ReasonSheet } from '../ReasonSheet.tsx'
import { INCLUDED_IN_MESSAGE } from './PlanFee.tsx'

interface WithdrawFeeProps {
  planned: NonNullable<FeeBoard['planned']>
  /** The current percentage, which stays. */
  percent: number
  onChanged: (next: FeeBoard) => Promise<void>
  onClose: () => void
}

/** Withdraws a planned fee before its date. */
export function WithdrawFee({ planned, percent, onChanged, onClose }: WithdrawFeeProps) {
  const call = useCall()
  return (
    <ReasonSheet
      target={planned.id}
      title="手数料の変更を取り消しますか？"
      text={`${longDate(planned.effective_at)}からの${planned.percent}%をやめ、売上の${percent}%のままにします。オーナーには、取りやめたことをお知らせします。`}
      hint={INCLUDED_IN_MESSAGE}
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
