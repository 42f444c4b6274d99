import { type ReactNode, useState } from 'react'
import { Button } from '#pwa/ui/button/Button.tsx'
import { PaperDialog } from './PaperDialog.tsx'
import css from './PaymentRow.module.css'

interface ReceiptButtonProps {
  url: string
  number: string
  /** Below the receipt. */
  children?: ReactNode
}

/** Opens a receipt, to be read and printed. */
export function ReceiptButton({ url, number, children }: ReceiptButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        className={css.receipt}
        variant="quiet"
        size="s"
        icon="receipt"
        onClick={() => setOpen(true)}
      >
        <span className="num">領収書 {number}</span>
      </Button>
      {open && (
        <PaperDialog url={url} title="領収書" onClose={() => setOpen(false)}>
          {children}
        </PaperDialog>
      )}
    </>
  )
}
