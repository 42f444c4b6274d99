import type { ReactNode } from 'react'
import { IconButton } from '../button/IconButton.tsx'
import { cx } from '../cx.ts'
import { useBackCloses } from './back-closes.ts'
import css from './Overlay.module.css'
import { useModal } from './useModal.ts'

interface OverlayProps {
  label: string
  /** Called by Escape, the back button, and the ✕ button if there is one. */
  onClose: () => void
  /** The title bar, with a ✕ button. */
  title?: ReactNode
  /** Without padding, and dark in both color schemes: for the camera view. */
  bare?: boolean
  /** For a table: as wide as the window allows. */
  wide?: boolean
  children: ReactNode
}

/** Covers the whole screen while mounted. */
export function Overlay({
  label,
  title,
  bare = false,
  wide = false,
  onClose,
  children,
}: OverlayProps) {
  const dialog = useModal(onClose)
  useBackCloses(onClose)
  return (
    <dialog
      ref={dialog}
      className={css.overlay}
      aria-label={label}
      {...(bare && { 'data-scheme': 'dark' })}
    >
      <div className={cx(css.paper, bare && css.bare, wide && css.wide)}>
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
