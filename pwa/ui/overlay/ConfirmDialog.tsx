import type { ReactNode } from 'react'
import { Alert } from '../Alert.tsx'
import { Button } from '../button/Button.tsx'
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
  /** The error of the confirmed action. */
  error?: string | null
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    text,
    confirm,
    cancel = 'キャンセル',
    danger = false,
    busy = false,
    error,
  } = props
  const close = () => {
    if (!busy) props.onClose()
  }
  const actions = (
    <>
      <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={props.onConfirm}>
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
      {error && (
        <Alert tone="danger" role="alert">
          {error}
        </Alert>
      )}
    </Dialog>
  )
}
