import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { RoomStamp } from '#contract/stamps/calls.ts'
import { StampPicture } from '#pwa/features/stamps/StampPicture.tsx'
import css from './TalkStamps.module.css'

interface TalkStampsProps {
  id: string
  stamps: RoomStamp[]
  onChoose: (stamp: RoomStamp) => void
  /** Called with Escape. */
  onClose: () => void
}

/** The room's stamps above the field: a press sends one. It stays open, as people send several. */
export function TalkStamps({ id, stamps, onChoose, onClose }: TalkStampsProps) {
  const panel = useRef<HTMLUListElement>(null)
  useEffect(() => panel.current?.querySelector('button')?.focus({ preventScroll: true }), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault() // Leaves a full screen as it is.
    onClose()
  }
  return (
    <ul ref={panel} id={id} className={css.panel} aria-label="スタンプ" onKeyDown={onKeyDown}>
      {stamps.map((stamp) => (
        <li key={stamp.id}>
          <button type="button" className={css.stamp} onClick={() => onChoose(stamp)}>
            <StampPicture name={stamp.name} src={stamp.image_path} size="m" />
          </button>
        </li>
      ))}
    </ul>
  )
}
