import { cx } from '../cx.ts'
import css from './Avatar.module.css'
import { PlaceholderImage } from './PlaceholderImage.tsx'

interface AvatarProps {
  src: string | null
  /** 24, 32, 40, 56 or 96 px. */
  size?: 'xs' | 's' | 'm' | 'l' | 'xl'
  /** Empty if the name is shown beside it. */
  alt?: string
}

/** The round picture of a user, or a placeholder. */
export const Avatar = ({ src, size = 'm', alt = '' }: AvatarProps) => (
  <PlaceholderImage src={src} alt={alt} className={cx(css.avatar, css[size])} viewBox="0 0 40 40">
    <circle cx="20" cy="16" r="6.5" />
    <path d="M7 38c1-9 6-13 13-13s12 4 13 13z" />
  </PlaceholderImage>
)
