import { useState } from 'react'
import { Button } from './Button.tsx'
import css from './FollowButton.module.css'
import { Icon } from './Icon.tsx'

interface FollowButtonProps {
  followed: boolean
  onToggle: () => void
  busy?: boolean
  /** One of many: not the page's first step. */
  aside?: boolean
}

/** Under the pointer or the focus, フォロー中 says what a press would do; right after a press, what that has done. */
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
