import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../button/IconButton.tsx'
import { useBackCloses } from '../overlay/back-closes.ts'
import { useModal } from '../overlay/useModal.ts'
import css from './Panel.module.css'

interface PanelProps {
  title: ReactNode
  /** The main action, at the right of the title bar. */
  action?: ReactNode
  /** Called by the ✕ button, Escape and the back button; may ask for confirmation. */
  onClose: () => void
  /** A confirmation to close is open: the panel stays until it is answered. */
  asking?: boolean
  children: ReactNode
}

/** Slides in from the right: full screen on a phone, beside the page on a wide screen. */
export function Panel({ title, action, onClose, asking = false, children }: PanelProps) {
  const id = useId()
  const dialog = useModal(onClose)
  const [round, setRound] = useState(0)
  const cameBack = useRef(false)
  useEffect(() => {
    // After the back button and a decision to stay, back works again.
    if (asking || !cameBack.current) return
    cameBack.current = false
    setRound((before) => before + 1)
  }, [asking])
  return (
    <dialog ref={dialog} className={css.panel} aria-labelledby={id}>
      <BackCloses
        key={round}
        onClose={() => {
          cameBack.current = true
          onClose()
        }}
      />
      <div className={css.head}>
        <IconButton icon="close" label="閉じる" onClick={onClose} />
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      <div className={css.paper}>{children}</div>
    </dialog>
  )
}

function BackCloses({ onClose }: { onClose: () => void }) {
  useBackCloses(onClose)
  return null
}
