import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Notice } from './Notice.tsx'

interface ConfirmDialogProps {
  open: boolean
  title: string
  text?: ReactNode
  /** The button says what happens: 破棄する. */
  confirm: string
  /** What leaves all as it is: another word than キャンセル where the question is about taking something back. */
  cancel?: string
  danger?: boolean
  busy?: boolean
  /** What went wrong when it was confirmed. */
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
        <Notice tone="danger" role="alert">
          {error}
        </Notice>
      )}
    </Dialog>
  )
}
