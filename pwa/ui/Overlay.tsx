import type { ReactNode } from 'react'
import { useBackCloses } from './back-closes.ts'
import { cx } from './cx.ts'
import { IconButton } from './IconButton.tsx'
import css from './Overlay.module.css'
import { useModal } from './useModal.ts'

interface OverlayProps {
  label: string
  /** Called by Escape, the back button, and ✕ where it has one. */
  onClose: () => void
  /** Stands in a bar at the top, beside a ✕. */
  title?: ReactNode
  /** From edge to edge, and dark in both schemes: for what is looked at beside a camera. */
  bare?: boolean
  children: ReactNode
}

/** Over the whole screen, for as long as it is mounted. */
export function Overlay({ label, title, bare = false, onClose, children }: OverlayProps) {
  const dialog = useModal(onClose)
  useBackCloses(onClose)
  return (
    <dialog
      ref={dialog}
      className={css.overlay}
      aria-label={label}
      {...(bare && { 'data-scheme': 'dark' })}
    >
      <div className={cx(css.paper, bare && css.bare)}>
        {title && (
          <div className={css.head}>
            <h2>{title}</h2>
            <IconButton icon="close" label="閉じる" onClick={onClose} />
          </div>
        )}
        {children}
      </div>
    </dialog>
  )
}
