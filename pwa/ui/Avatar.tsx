import css from './Avatar.module.css'
import { cx } from './cx.ts'

interface AvatarProps {
  src: string | null
  /** 24, 32, 40, 56 or 96 px. */
  size?: 'xs' | 's' | 'm' | 'l' | 'xl'
  /** Empty if the name is shown beside it. */
  alt?: string
}

/** The round picture of a user, or a placeholder. */
export function Avatar({ src, size = 'm', alt = '' }: AvatarProps) {
  const className = cx(css.avatar, css[size])
  if (src)
    return (
      <img className={cx(className, 'art')} src={src} alt={alt} loading="lazy" decoding="async" />
    )
  return (
    <svg
      className={className}
      viewBox="0 0 40 40"
      role="img"
      aria-label={alt}
      aria-hidden={alt === ''}
    >
      <circle cx="20" cy="16" r="6.5" />
      <path d="M7 38c1-9 6-13 13-13s12 4 13 13z" />
    </svg>
  )
}
