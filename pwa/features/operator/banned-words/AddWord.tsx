import { NG_WORD_MAX } from '#contract/live/limits.ts'
import { operatorAudit } from '#contract/operator/audit/calls.ts'
import { operatorBannedWords } from '#contract/operator/banned-words/calls.ts'
import { OPERATOR_REASON_MAX } from '#contract/operator/limits.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { TextArea } from '#pwa/ui/forms/TextArea.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

/** Adds a banned word. */
export function AddWord({ onClose }: { onClose: () => void }) {
  const add = useSend(operatorBannedWords.addWord, {
    refresh: [operatorBannedWords.listBannedWords, operatorAudit.listAudit],
  })
  const form = useForm({
    initial: { word: '', reason: '' },
    draft: { kind: 'bannedWord', id: null },
    send: (body) => add.mutateAsync({ body }),
    onDone({ word }) {
      onClose()
      showToast(`「${word}」を追加しました`)
    },
  })
  return (
    <Sheet open title="使えない言葉を追加する" onClose={() => !form.busy && onClose()}>
      <form
        className="stack"
        onSubmit={(event) => void form.submit(event)}
        autoComplete="off"
        noValidate
      >
        <FormProblem>{!form.errorOf('word', 'reason') && form.message}</FormProblem>
        <TextInput
          label="言葉"
          require
          hint="短い言葉は、ほかの言葉の一部にもあてはまります"
          maxLength={NG_WORD_MAX}
          {...form.field('word')}
        />
        <TextArea
          label="理由"
          require
          hint="操作の記録に残ります"
          rows={3}
          maxCount={OPERATOR_REASON_MAX}
          {...form.field('reason')}
        />
        <Button type="submit" wide busy={form.busy}>
          追加する
        </Button>
      </form>
    </Sheet>
  )
}
