import { cx } from '../cx.ts'
import { Icon } from '../Icon.tsx'
import type { IconName } from '../icon-names.ts'
import css from './IconButton.module.css'
import { Pressable, type PressableProps } from './Pressable.tsx'

interface IconButtonLook {
  icon: IconName
  label: string
  size?: 'm' | 's'
  /** Shows a dot for something new. */
  dot?: boolean
  count?: number
  /** What is counted, for screen readers. */
  unit?: string
  /** `scrim`: on a picture. `primary`: a submit button. */
  tone?: 'plain' | 'scrim' | 'primary'
}

type IconButtonProps = IconButtonLook & PressableProps

export function IconButton(props: IconButtonProps) {
  const {
    icon,
    label,
    size = 'm',
    dot = false,
    count = 0,
    unit = '件',
    tone = 'plain',
    ...rest
  } = props
  return (
    <Pressable {...rest} className={cx(css.button, css[tone], rest.className)}>
      <Icon name={icon} size={size} />
      <span className="sr">{label}</span>
      {count > 0 && (
        <span className={css.count}>
          {count > 99 ? '99+' : count}
          <span className="sr">{unit}</span>
        </span>
      )}
      {dot && count === 0 && (
        <span className={css.dot}>
          <span className="sr">新着あり</span>
        </span>
      )}
    </Pressable>
  )
}
