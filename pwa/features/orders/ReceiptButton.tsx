import { type ReactNode, useState } from 'react'
import { Button } from '#pwa/ui/button/Button.tsx'
import { cx } from '#pwa/ui/cx.ts'
import { PaperDialog } from './PaperDialog.tsx'
import css from './PaymentRow.module.css'

interface ReceiptButtonProps {
  url: string
  number: string
  /** What the number is of. */
  title?: string
  /** Under the head 領収書: the number alone. */
  inTable?: boolean
  /** Below the receipt. */
  children?: ReactNode
}

/** Opens a receipt, to be read and printed. */
export function ReceiptButton(props: ReceiptButtonProps) {
  const { url, number, title = '領収書', inTable = false, children } = props
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        className={cx(!inTable && css.receipt)}
        variant="quiet"
        size="s"
        {...(!inTable && { icon: 'receipt' })}
        onClick={() => setOpen(true)}
      >
        <span className="num">
          <span className={cx(inTable && 'sr')}>{title} </span>
          {number}
        </span>
      </Button>
      {open && (
        <PaperDialog url={url} title={title} onClose={() => setOpen(false)}>
          {children}
        </PaperDialog>
      )}
    </>
  )
}
