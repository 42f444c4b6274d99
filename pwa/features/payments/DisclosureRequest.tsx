import { useState } from 'react'
import { disclosures } from '#contract/disclosures/calls.ts'
import { DISCLOSURE_KEPT_DAYS, DISCLOSURE_REASON_MAX } from '#contract/disclosures/limits.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { TextArea } from '#pwa/ui/forms/TextArea.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import css from './DisclosureRequest.module.css'

const UNFILLED = { name: '', email: '', reason: '' }

/** Requests a seller's details; needs no login. */
export function DisclosureRequest({ seller, onClose }: { seller: string; onClose: () => void }) {
  const call = useCall()
  const [sent, setSent] = useState<string | null>(null)
  const form = useForm({
    initial: UNFILLED,
    draft: { kind: 'disclosure', id: seller },
    send: (body) => call(disclosures.askDisclosure, { params: { name: seller }, body }),
    onDone: ({ message }) => setSent(message),
  })
  return (
    <Sheet open title="販売者情報の開示請求" onClose={onClose}>
      {sent ? (
        <div className={css.form}>
          <Alert role="status">{sent}</Alert>
          <Button wide onClick={onClose}>
            閉じる
          </Button>
        </div>
      ) : (
        <form className={css.form} onSubmit={(event) => void form.submit(event)} noValidate>
          <p className="small muted">
            購入を検討している方は、販売者の氏名・住所・電話番号の開示を請求できます。お名前・メールアドレス・理由は販売者に伝わり、
            {DISCLOSURE_KEPT_DAYS}日後に削除されます。
          </p>
          <FormProblem>{form.message}</FormProblem>
          <TextInput label="お名前" require autoComplete="name" {...form.field('name')} />
          <TextInput
            label="メールアドレス"
            require
            type="email"
            autoComplete="email"
            {...form.field('email')}
          />
          <TextArea
            label="請求の理由"
            require
            maxCount={DISCLOSURE_REASON_MAX}
            {...form.field('reason')}
          />
          <Button type="submit" wide busy={form.busy}>
            開示を請求する
          </Button>
        </form>
      )}
    </Sheet>
  )
}
