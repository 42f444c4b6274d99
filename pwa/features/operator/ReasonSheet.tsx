import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { OPERATOR_REASON_MAX } from '#contract/operator/limits.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { Button, type TriggerLook } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { TextArea } from '#pwa/ui/forms/TextArea.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

/** The hint on who reads a reason that is for operators only. */
export const RECORDED = '操作の記録に残ります'

interface ReasonSheetProps {
  title: string
  /** The id of what the action is about, so that a reason that was typed is found again there only. */
  target: string
  /** What the action does, and its target. */
  text?: ReactNode
  /** Who reads the reason. */
  hint?: string
  /** The label of the button: what the action does. */
  confirm: string
  danger?: boolean
  send: (reason: string) => Promise<unknown>
  /** Further fields. */
  children?: ReactNode
  /** Fields filled in before that the server may refuse now. */
  otherFields?: string[]
  onDone?: () => void
  onClose: () => void
}

/** Asks for the reason of an action: no action against a person without one. */
export function ReasonSheet(props: ReasonSheetProps) {
  const { title, target, text, confirm, danger = false, send, onClose, children } = props
  const { hint = '関係する方に、そのまま伝わります', onDone = onClose, otherFields = [] } = props
  const form = useForm({
    initial: { reason: '' },
    draft: { kind: 'reason', id: `${target}.${confirm}` },
    send: ({ reason }) => send(reason),
    onDone,
  })
  return createPortal(
    <Sheet open title={title} onClose={() => !form.busy && onClose()}>
      <form
        className="stack"
        onSubmit={(event) => {
          // The sheet may be open inside another form: do not submit that one, too.
          event.stopPropagation()
          void form.submit(event)
        }}
        noValidate
      >
        {text && <p className="small">{text}</p>}
        <FormProblem>
          {form.errorOf(...otherFields) ?? (!form.errorOf('reason') && form.message)}
        </FormProblem>
        {children}
        <TextArea
          label="理由"
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

interface ReasonButtonProps extends Omit<ReasonSheetProps, 'onDone' | 'onClose'> {
  label: ReactNode
  button?: TriggerLook
  /** Shown after the action. */
  done?: string
}

/** A button whose action asks for its reason. */
export function ReasonButton({ label, button, done, ...sheet }: ReasonButtonProps) {
  const [asking, setAsking] = useState(false)
  const onDone = () => {
    setAsking(false)
    if (done) showToast(done)
  }
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking && <ReasonSheet {...sheet} onDone={onDone} onClose={() => setAsking(false)} />}
    </>
  )
}
