import { useRef } from 'react'
import { account, FEEDBACK_CATEGORIES } from '#contract/account/calls.ts'
import { FEEDBACK_MAX } from '#contract/account/limits.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { Select } from '#pwa/ui/forms/Select.tsx'
import { TextArea } from '#pwa/ui/forms/TextArea.tsx'
import css from './FeedbackForm.module.css'

type Category = (typeof FEEDBACK_CATEGORIES)[number]

const labels: Record<Category, string> = {
  opinion: 'ご意見・ご要望',
  trouble: '不具合・お困りごと',
  other: 'その他',
}
const initial: { category: Category; text: string } = { category: 'opinion', text: '' }

/** The feedback form. The text stays until the server has stored it. */
export function FeedbackForm({ onSent }: { onSent: () => void }) {
  const call = useCall()
  const sending = useRef<{ body: object; key: string } | null>(null)
  const form = useForm({
    initial,
    draft: { kind: 'feedback', id: null },
    send(body) {
      // Idempotency key: the same text, sent again after a lost answer, is the same feedback.
      if (sending.current?.body !== body) sending.current = { body, key: crypto.randomUUID() }
      return call(account.sendFeedback, { body }, { idempotencyKey: sending.current.key })
    },
    onDone: onSent,
  })
  return (
    <form className={css.form} onSubmit={(event) => void form.submit(event)} noValidate>
      <FormProblem>{form.message}</FormProblem>
      <Select
        label="種類"
        require
        options={FEEDBACK_CATEGORIES.map((value) => ({ value, label: labels[value] }))}
        {...form.field('category')}
      />
      <TextArea
        label="本文"
        require
        hint="不具合のときは、どの画面で何が起こったかを書いていただけると助かります"
        maxCount={FEEDBACK_MAX}
        {...form.field('text')}
      />
      <Button type="submit" wide busy={form.busy}>
        送信する
      </Button>
    </form>
  )
}
