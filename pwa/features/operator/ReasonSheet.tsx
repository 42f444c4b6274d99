import type { ReactNode } from 'react'
import { OPERATOR_REASON_MAX } from '#contract/limits.ts'
import { useForm } from '#pwa/lib/form.ts'
import { Button } from '#pwa/ui/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { focusFirstError } from '#pwa/ui/forms/focus-first-error.ts'
import { TextArea } from '#pwa/ui/forms/TextArea.tsx'
import { Sheet } from '#pwa/ui/Sheet.tsx'

interface ReasonSheetProps {
  title: string
  /** What will happen, and who hears of it. */
  text: string
  confirm: string
  /** Who reads the reason. */
  hint?: string
  danger?: boolean
  send: (reason: string) => Promise<unknown>
  onClose: () => void
  /** What else is asked. */
  children?: ReactNode
}

/** Every act of an operator has a reason; it is asked for together with the act. */
export function ReasonSheet(props: ReasonSheetProps) {
  const { title, text, confirm, danger = false, send, onClose, children } = props
  const { hint = '関係する方に、そのまま伝わります' } = props
  const form = useForm({
    initial: { reason: '' },
    send: ({ reason }) => send(reason),
    onDone: onClose,
    onRefused: focusFirstError,
  })
  return (
    <Sheet open title={title} onClose={onClose}>
      <form className="stack" onSubmit={(event) => void form.submit(event)} noValidate>
        <p>{text}</p>
        <FormProblem>{form.message}</FormProblem>
        {children}
        <TextArea
          label="理由"
          name="reason"
          require
          rows={4}
          hint={hint}
          maxCount={OPERATOR_REASON_MAX}
          {...form.field('reason')}
        />
        <Button type="submit" wide variant={danger ? 'danger' : 'primary'} busy={form.busy}>
          {confirm}
        </Button>
      </form>
    </Sheet>
  )
}
