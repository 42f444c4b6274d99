import { useState } from 'react'
import { type Claim, FAITH_NEEDED, takedowns } from '#contract/takedowns/calls.ts'
import { TAKEDOWN_CLAIM_MAX, TAKEDOWN_KEPT_DAYS } from '#contract/takedowns/limits.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { RadioGroup } from '#pwa/ui/forms/RadioGroup.tsx'
import { TextArea } from '#pwa/ui/forms/TextArea.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Toggle } from '#pwa/ui/forms/Toggle.tsx'
import { claimChoices } from './claims.ts'
import css from './Takedown.module.css'

interface Values {
  url: string
  claimed: Claim | null
  claim: string
  name: string
  email: string
  behalf: string
  faith: boolean
}

const UNFILLED: Values = {
  url: '',
  claimed: null,
  claim: '',
  name: '',
  email: '',
  behalf: '',
  faith: false,
}

interface Sent {
  number: string
  message: string
}

/** A takedown request; needs no login. */
export function TakedownForm() {
  const [sent, setSent] = useState<Sent | null>(null)
  const form = useTakedown(setSent)
  if (sent)
    return (
      <Alert role="status">
        <p className="strong">受付番号 {sent.number}</p>
        <p>{sent.message}</p>
      </Alert>
    )
  return (
    <form className={css.form} onSubmit={(event) => void form.submit(event)} noValidate>
      <FormProblem>{form.message}</FormProblem>
      <ClaimFields form={form} />
      <PersonFields form={form} />
      <Toggle
        label="上の内容が事実であり、誠実に申告することを確認しました"
        checked={form.values.faith}
        onChange={(faith) => form.set({ faith })}
        error={form.errorOf('faith') && FAITH_NEEDED}
      />
      <p className="small muted">
        お名前とメールアドレスは、投稿した方には伝えません。対応が終わってから
        {TAKEDOWN_KEPT_DAYS}日後に削除されます。
      </p>
      <Button type="submit" wide busy={form.busy}>
        削除を依頼する
      </Button>
    </form>
  )
}

function useTakedown(onDone: (sent: Sent) => void) {
  const call = useCall()
  return useForm({
    initial: UNFILLED,
    draft: { kind: 'takedown', id: null, omit: ['faith'] },
    send: (written: Values) =>
      call(takedowns.askTakedown, {
        body: {
          ...written,
          // The server refuses null and false with the messages of the fields.
          claimed: written.claimed as Claim,
          faith: written.faith as true,
        },
      }),
    onDone,
  })
}

interface FieldsProps {
  form: ReturnType<typeof useTakedown>
}

/** What the request is about. */
const ClaimFields = ({ form }: FieldsProps) => (
  <>
    <TextInput
      label="対象のURL"
      require
      type="url"
      inputMode="url"
      hint="ルーム・イベント・スレッド・プロフィールのページのURL"
      {...form.field('url')}
    />
    <RadioGroup
      label="侵害されている権利"
      name="claimed"
      require
      options={claimChoices}
      value={form.values.claimed}
      onChange={(claimed) => form.set({ claimed })}
      error={form.errorOf('claimed')}
    />
    <TextArea
      label="侵害の内容"
      require
      rows={5}
      hint="どの部分が、あなたのどの権利をどう侵害しているか。確認のため、投稿した方に伝えることがあります"
      maxCount={TAKEDOWN_CLAIM_MAX}
      {...form.field('claim')}
    />
  </>
)

/** Who asks. */
const PersonFields = ({ form }: FieldsProps) => (
  <>
    <TextInput label="お名前" require autoComplete="name" {...form.field('name')} />
    <TextInput
      label="メールアドレス"
      require
      type="email"
      autoComplete="email"
      {...form.field('email')}
    />
    <TextInput
      label="権利をお持ちの方（代理の場合）"
      hint="ご本人の場合は空欄のままにしてください"
      {...form.field('behalf')}
    />
  </>
)
