import { useState } from 'react'
import { Icon } from '../Icon.tsx'
import { Button } from './Button.tsx'
import css from './FollowButton.module.css'

interface FollowButtonProps {
  followed: boolean
  onToggle: () => void
  busy?: boolean
  /** The secondary style, in lists. */
  aside?: boolean
}

/** With hover or focus, フォロー中 shows the action フォロー解除; right after a press it shows the result. */
export function FollowButton({
  followed,
  onToggle,
  busy = false,
  aside = false,
}: FollowButtonProps) {
  const [fresh, setFresh] = useState(false)
  const settle = () => setFresh(false)
  const follow = () => {
    setFresh(true)
    onToggle()
  }
  if (!followed)
    return (
      <Button
        variant={aside ? 'secondary' : 'primary'}
        size="s"
        icon="plus"
        busy={busy}
        onClick={follow}
      >
        フォローする
      </Button>
    )
  return (
    <Button
      variant="plain"
      size="s"
      busy={busy}
      onClick={onToggle}
      className={fresh ? undefined : css.followed}
      onPointerLeave={settle}
      onBlur={settle}
      aria-label="フォロー中（フォロー解除）"
    >
      <span className={css.words}>
        <span className={css.is}>
          <Icon name="check" size="s" />
          フォロー中
        </span>
        <span className={css.undo}>フォロー解除</span>
      </span>
    </Button>
  )
}
