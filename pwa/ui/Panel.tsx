import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useBackCloses } from './back-closes.ts'
import { IconButton } from './IconButton.tsx'
import css from './Panel.module.css'
import { useModal } from './useModal.ts'

interface PanelProps {
  title: ReactNode
  /** Stands at the right of the bar: what the panel is for. */
  action?: ReactNode
  /** Called by ✕, Escape and the back button; may ask first. */
  onClose: () => void
  /** It is being asked whether to close: the panel stays until that is answered. */
  asking?: boolean
  children: ReactNode
}

/** Slides in from the right: over the whole screen of a phone, beside the page on a wide one. */
export function Panel({ title, action, onClose, asking = false, children }: PanelProps) {
  const id = useId()
  const dialog = useModal(onClose)
  const [round, setRound] = useState(0)
  const cameBack = useRef(false)
  useEffect(() => {
    // Whoever went back and then stayed may go back again.
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
