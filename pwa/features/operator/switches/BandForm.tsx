import { BAND_MAX } from '#contract/operator/limits.ts'
import { operatorSwitches, type SwitchBoard } from '#contract/operator/switches/calls.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

interface BandFormProps {
  band: string
  onChanged: (next: SwitchBoard) => Promise<void>
}

/** The site notice: one line on every page, which users cannot dismiss. */
export function BandForm({ band, onChanged }: BandFormProps) {
  const call = useCall()
  const form = useForm({
    initial: { text: band },
    draft: { kind: 'siteNotice', id: null },
    send: (body) => call(operatorSwitches.setBand, { body }),
    async onDone(next) {
      showToast(next.band ? 'お知らせバナーを表示しました' : 'お知らせバナーを消しました')
      await onChanged(next)
    },
  })
  return (
    <form className="stack" onSubmit={form.submit} noValidate>
      <FormProblem>{form.message}</FormProblem>
      <TextInput
        label="文章"
        hint="すべての画面の上に、全員に表示されます。空にして保存すると消えます"
        maxCount={BAND_MAX}
        {...form.field('text')}
      />
      <Button type="submit" wide busy={form.busy} disabled={form.values.text === band}>
        {form.values.text ? 'バナーを表示する' : 'バナーを消す'}
      </Button>
    </form>
  )
}
