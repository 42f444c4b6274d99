import { type ReactNode, useState } from 'react'
import { Button, type TriggerLook } from '../button/Button.tsx'
import { FormProblem } from '../forms/FormProblem.tsx'
import { Dialog } from './Dialog.tsx'

interface ConfirmDialogProps {
  open: boolean
  title: string
  text?: ReactNode
  /** The button's label names the action: 破棄する. */
  confirm: string
  /** The label of the other button: not キャンセル if the action itself is a cancellation. */
  cancel?: string
  danger?: boolean
  busy?: boolean
  /** The error of an action that returns no promise. */
  error?: string | null
  /** The dialog waits for a returned promise: then it closes, or shows the error. */
  onConfirm: () => unknown
  onClose: () => void
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, text, confirm, cancel = 'キャンセル', danger = false } = props
  const { busy, error, run, close } = useConfirmation(props)
  const actions = (
    <>
      <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={() => void run()}>
        {confirm}
      </Button>
      <Button variant="quiet" disabled={busy} onClick={close}>
        {cancel}
      </Button>
    </>
  )
  return (
    <Dialog open={open} title={title} role="alertdialog" onClose={close} actions={actions}>
      {text}
      <FormProblem>{error}</FormProblem>
    </Dialog>
  )
}

function useConfirmation({ busy = false, error, onConfirm, onClose }: ConfirmDialogProps) {
  const [isWaiting, setIsWaiting] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const isBusy = busy || isWaiting
  async function run() {
    const result = onConfirm()
    if (!(result instanceof Promise)) return
    setIsWaiting(true)
    setFailure(null)
    try {
      await result
      onClose()
    } catch (thrown) {
      setFailure(thrown instanceof Error ? thrown.message : String(thrown))
    } finally {
      setIsWaiting(false)
    }
  }
  function close() {
    if (isBusy) return
    setFailure(null)
    onClose()
  }
  return { busy: isBusy, error: failure ?? error, run, close }
}

interface ConfirmButtonProps extends Omit<ConfirmDialogProps, 'open' | 'onClose'> {
  label: ReactNode
  button?: TriggerLook
}

/** A button whose action is confirmed in a dialog, which closes after it. */
export function ConfirmButton({ label, button, onConfirm, ...dialog }: ConfirmButtonProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        {...dialog}
        open={asking}
        onConfirm={async () => await onConfirm()}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
