import type { ReactNode } from 'react'
import { OPERATOR_REASON_MAX } from '#contract/limits.ts'
import { useForm } from '#pwa/lib/form.ts'
import { Button } from '#pwa/ui/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { focusFirstError } from '#pwa/ui/forms/focus-first-error.ts'
import { TextArea } from '#pwa/ui/forms/TextArea.tsx'
import { Sheet } from '#pwa/ui/Sheet.tsx'

interface ReasonSheetProps {
  open: boolean
  title: string
  /** What will happen, and to whom. */
  children: ReactNode
  /** Who reads the reason. */
  hint: string
  confirm: string
  danger?: boolean
  send: (reason: string) => Promise<unknown>
  onDone: () => void
  onClose: () => void
}

/** Before an act: what it does, and why it is done. */
export function ReasonSheet({ open, title, onClose, ...props }: ReasonSheetProps) {
  return (
    <Sheet open={open} title={title} onClose={onClose}>
      <ReasonForm {...props} />
    </Sheet>
  )
}

type ReasonFormProps = Omit<ReasonSheetProps, 'open' | 'title' | 'onClose'>

function ReasonForm({ children, hint, confirm, danger = false, send, onDone }: ReasonFormProps) {
  const form = useForm({
    initial: { reason: '' },
    send: ({ reason }) => send(reason),
    onDone,
    onRefused: focusFirstError,
  })
  return (
    <form className="stack" onSubmit={form.submit} noValidate>
      {children}
      <FormProblem>{form.message}</FormProblem>
      <TextArea
        label="理由"
        name="reason"
        require
        rows={3}
        maxCount={OPERATOR_REASON_MAX}
        hint={hint}
        {...form.field('reason')}
      />
      <Button type="submit" wide variant={danger ? 'danger' : 'primary'} busy={form.busy}>
        {confirm}
      </Button>
    </form>
  )
}
