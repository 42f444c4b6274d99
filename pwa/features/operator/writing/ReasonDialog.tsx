import { type FormEvent, type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { Refused } from '#contract/caller.ts'
import { OPERATOR_REASON_MAX } from '#contract/limits.ts'
import { RETRY_LATER } from '#contract/messages.ts'
import { Button } from '#pwa/ui/Button.tsx'
import { Dialog } from '#pwa/ui/Dialog.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { TextArea } from '#pwa/ui/forms/TextArea.tsx'

interface ReasonDialogProps {
  title: string
  text?: ReactNode
  /** The button says what happens. */
  confirm: string
  danger?: boolean
  onConfirm: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks why, then does it. What went wrong stands in it, and the reason stays. */
export function ReasonDialog({ title, text, confirm, danger = false, ...on }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<{ message: string; field?: string | undefined } | null>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    // It may be asked from within a form, which is another matter.
    event.stopPropagation()
    if (busy) return
    setBusy(true)
    try {
      await on.onConfirm(reason)
      on.onClose()
    } catch (failure) {
      const message = failure instanceof Error ? failure.message : RETRY_LATER
      const all = failure instanceof Refused ? failure.errors : {}
      const { reason: own, ...others } = all
      setError({ message: Object.values(others).flat()[0] ?? message, field: own?.[0] })
    } finally {
      setBusy(false)
    }
  }
  return createPortal(
    <Dialog open title={title} onClose={() => !busy && on.onClose()}>
      <form className="stack" onSubmit={submit} noValidate>
        {text && <div className="small">{text}</div>}
        <FormProblem>{error && !error.field && error.message}</FormProblem>
        <TextArea
          label="理由"
          hint="操作の記録に残ります"
          require
          rows={3}
          maxCount={OPERATOR_REASON_MAX}
          value={reason}
          onChange={setReason}
          error={error?.field}
        />
        <Button type="submit" wide variant={danger ? 'danger' : 'primary'} busy={busy}>
          {confirm}
        </Button>
        <Button wide variant="quiet" disabled={busy} onClick={on.onClose}>
          キャンセル
        </Button>
      </form>
    </Dialog>,
    document.body,
  )
}
