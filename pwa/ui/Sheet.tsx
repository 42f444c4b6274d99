import { type ReactNode, useId } from 'react'
import { useBackCloses } from './back-closes.ts'
import { IconButton } from './IconButton.tsx'
import css from './Sheet.module.css'
import { useModal } from './useModal.ts'

interface SheetProps {
  open: boolean
  title: ReactNode
  /** Called by ✕, Escape, the backdrop and the back button; do nothing while it must stay. */
  onClose: () => void
  children: ReactNode
}

/** From below on a phone, in the middle on a wide screen, never wider than 600 px. */
export function Sheet({ open, ...props }: SheetProps) {
  return open ? <OpenSheet {...props} /> : null
}

function OpenSheet({ title, onClose, children }: Omit<SheetProps, 'open'>) {
  const id = useId()
  const dialog = useModal(onClose)
  useBackCloses(onClose)
  return (
    <dialog ref={dialog} className={css.sheet} aria-labelledby={id}>
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
