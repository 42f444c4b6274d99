import { type FeeBoard, operatorFee } from '#contract/operator/fee/calls.ts'
import { FEE_NOTICE_DAYS, FEE_PERCENT } from '#contract/service-fee/limits.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { useFormDraft } from '#pwa/lib/forms/useFormDraft.ts'
import { DateInput } from '#pwa/ui/forms/DateInput.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { ReasonSheet } from '../ReasonSheet.tsx'

/** The hint on who reads the reason of a fee change. */
export const INCLUDED_IN_MESSAGE = 'オーナーへのお知らせに、そのまま載ります'

interface PlanFeeProps {
  board: FeeBoard
  onChanged: (next: FeeBoard) => Promise<void>
  onClose: () => void
}

/** Plans a new fee percentage from a date that gives sellers the required notice. */
export function PlanFee({ board, onChanged, onClose }: PlanFeeProps) {
  const call = useCall()
  const { values, setValues, drop } = useFormDraft(
    { kind: 'fee', id: null },
    { percent: '', from: board.earliest },
  )
  const { percent, from } = values
  return (
    <ReasonSheet
      target="fee"
      title="サービス手数料を変更しますか？"
      text={`いまは売上の${board.percent}%です。適用開始日の0時以降の申し込みと、それ以降に更新日を迎える参加費から変わります。販売者の登録をしているオーナー全員に、メールとメッセージですぐにお知らせします。`}
      hint={INCLUDED_IN_MESSAGE}
      confirm="変更を予定する"
      otherFields={['percent', 'from']}
      send={async (reason) => {
        const body = { percent: Number(percent || Number.NaN), from, reason }
        const next = await call(operatorFee.planFee, { body })
        drop()
        await onChanged(next)
        showToast('手数料の変更を予定しました')
      }}
      onClose={onClose}
    >
      <TextInput
        label="サービス手数料（%）"
        name="percent"
        require
        inputMode="numeric"
        hint={`${FEE_PERCENT.min}〜${FEE_PERCENT.max}の整数`}
        value={percent}
        onChange={(next) => setValues({ ...values, percent: next })}
      />
      <DateInput
        label="適用開始日"
        name="from"
        require
        min={board.earliest}
        hint={`今日から${FEE_NOTICE_DAYS}日より後の日（${daySlashes(board.earliest)}以降）`}
        value={from}
        onChange={(next) => setValues({ ...values, from: next })}
      />
    </ReasonSheet>
  )
}

const daySlashes = (day: string) => day.replaceAll('-', '/')
