import { type PointerEvent, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../Icon.tsx'
import css from './SlideButton.module.css'

/** The part of the way after which releasing acts. */
const ENOUGH = 0.8
/** A shorter move is a press. */
const PRESS_PX = 8

interface SlideButtonProps {
  /** What happens. */
  label: string
  busy?: boolean
  /** Slid to the end: acts at once, as nobody slides by mistake. */
  onSlide: () => void
  /** Pressed instead, as by a keyboard or a screen reader: asks first. */
  onPress: () => void
}

/** A button for what must not happen by mistake: the finger slides it to its end. */
export function SlideButton({ label, busy = false, onSlide, onPress }: SlideButtonProps) {
  const start = useRef<number | null>(null)
  const hasMoved = useRef(false)
  const [way, setWay] = useState(0)

  function down(event: PointerEvent<HTMLButtonElement>) {
    if (busy) return
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = event.clientX
    hasMoved.current = false
  }
  function move(event: PointerEvent<HTMLButtonElement>) {
    if (start.current === null) return
    const moved = event.clientX - start.current
    if (Math.abs(moved) > PRESS_PX) hasMoved.current = true
    const length = event.currentTarget.clientWidth - event.currentTarget.clientHeight
    setWay(length > 0 ? Math.min(1, Math.max(0, moved / length)) : 0)
  }
  function end(isDone: boolean) {
    if (start.current === null) return
    start.current = null
    setWay(0)
    if (isDone && way >= ENOUGH) onSlide()
  }
  return (
    <button
      type="button"
      className={cx(css.slide, way > 0 && css.moving)}
      style={{ '--way': way }}
      aria-busy={busy}
      aria-disabled={busy}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={() => end(true)}
      onPointerCancel={() => end(false)}
      onClick={() => {
        // The click that follows a move is part of it.
        if (!busy && !hasMoved.current) onPress()
        hasMoved.current = false
      }}
    >
      <span className={css.thumb} aria-hidden="true">
        <Icon name="right" />
      </span>
      <span className={css.words}>
        <b>{label}</b>
        <small aria-hidden="true">右へスライドします</small>
      </span>
    </button>
  )
}
