import { useState } from 'react'
import { type DeclinedFor, type Disclosure, disclosures } from '#contract/disclosures/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { RadioGroup } from '#pwa/ui/forms/RadioGroup.tsx'
import { ConfirmDialog } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { reasons } from './disclosure-labels.ts'

interface AnswerDisclosureProps {
  of: Disclosure
  how: 'tell' | 'decline'
  onClose: () => void
}

/** Answers a disclosure request; shows first the email and its recipient. */
export function AnswerDisclosure({ of, how, onClose }: AnswerDisclosureProps) {
  const refresh = [disclosures.listDisclosures]
  const report = useSend(disclosures.disclose, { refresh })
  const decline = useSend(disclosures.declineDisclosure, { refresh })
  const [reason, setReason] = useState<DeclinedFor>('no_purchase')
  const params = { id: of.id }
  if (how === 'tell')
    return (
      <ConfirmDialog
        open
        title="販売者情報を開示しますか？"
        text={`氏名・住所・電話番号を、${of.email} にメールで送ります。送ったあとは取り消せません。`}
        confirm="開示する"
        onConfirm={() => report.mutateAsync({ params })}
        onClose={onClose}
      />
    )
  return (
    <ConfirmDialog
      open
      title="開示の請求を断りますか？"
      text={
        <div className="stack">
          <p>購入を検討している方からの請求を断ることは、法律で認められていません。</p>
          <RadioGroup
            label="理由"
            require
            name="reason"
            options={reasons}
            value={reason}
            onChange={setReason}
          />
        </div>
      }
      confirm="断る"
      onConfirm={() => decline.mutateAsync({ params, body: { reason } })}
      onClose={onClose}
    />
  )
}
