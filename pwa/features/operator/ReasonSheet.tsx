import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { OPERATOR_REASON_MAX } from '#contract/limits.ts'
import { useForm } from '#pwa/lib/form.ts'
import { Button } from '#pwa/ui/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { focusFirstError } from '#pwa/ui/forms/focus-first-error.ts'
import { TextArea } from '#pwa/ui/forms/TextArea.tsx'
import { Sheet } from '#pwa/ui/Sheet.tsx'

/** Who reads a reason where nobody but operators is concerned. */
export const RECORDED = '操作の記録に残ります'

interface ReasonSheetProps {
  title: string
  /** What will happen, and to whom. */
  text?: ReactNode
  /** Who reads the reason. */
  hint?: string
  /** The button says what happens. */
  confirm: string
  danger?: boolean
  send: (reason: string) => Promise<unknown>
  /** What else is asked. */
  children?: ReactNode
  /** Fields that were filled in before, and may be refused now. */
  others?: string[]
  onDone?: () => void
  onClose: () => void
}

/** An act, and why: nothing is done to people without a reason. */
export function ReasonSheet(props: ReasonSheetProps) {
  const { title, text, confirm, danger = false, send, onClose, children } = props
  const { hint = '関係する方に、そのまま伝わります', onDone = onClose, others = [] } = props
  const form = useForm({
    initial: { reason: '' },
    send: ({ reason }) => send(reason),
    onDone,
    onRefused: focusFirstError,
  })
  return createPortal(
    <Sheet open title={title} onClose={() => !form.busy && onClose()}>
      <form
        className="stack"
        onSubmit={(event) => {
          // It may be asked from within a form, which is another matter.
          event.stopPropagation()
          void form.submit(event)
        }}
        noValidate
      >
        {text && <p className="small">{text}</p>}
        <FormProblem>
          {form.errorOf(...others) ?? (!form.errorOf('reason') && form.message)}
        </FormProblem>
        {children}
        <TextArea
          label="理由"
          name="reason"
          require
          hint={hint}
          rows={4}
          maxCount={OPERATOR_REASON_MAX}
          {...form.field('reason')}
        />
        <Button type="submit" wide variant={danger ? 'danger' : 'primary'} busy={form.busy}>
          {confirm}
        </Button>
      </form>
    </Sheet>,
    document.body,
  )
}
