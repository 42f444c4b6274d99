import { type ReactNode, useId } from 'react'
import { IconButton } from '../button/IconButton.tsx'
import { cx } from '../cx.ts'
import { useBackCloses } from './back-closes.ts'
import css from './Sheet.module.css'
import { useModal } from './useModal.ts'

interface SheetProps {
  open: boolean
  title: ReactNode
  /** Called by the ✕ button, Escape, the backdrop and the back button; may ignore it to stay open. */
  onClose: () => void
  /** At the right edge of a wide screen, as high as the window: for details of a row. */
  side?: boolean
  children: ReactNode
}

/** Slides in from below on a phone, centered on a wide screen; at most 600 px wide. */
export function Sheet({ open, ...props }: SheetProps) {
  return open ? <OpenSheet {...props} /> : null
}

function OpenSheet({ title, onClose, side = false, children }: Omit<SheetProps, 'open'>) {
  const id = useId()
  const dialog = useModal(onClose)
  useBackCloses(onClose)
  return (
    <dialog ref={dialog} className={cx(css.sheet, side && css.side)} aria-labelledby={id}>
      <div className={css.paper}>
        <div className={css.grip} />
        <div className={css.head}>
          <h2 id={id}>{title}</h2>
          <IconButton icon="close" label="閉じる" onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  )
}
