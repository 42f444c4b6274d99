import css from './ArchedImage.module.css'
import { cx } from './cx.ts'

interface ArchedImageProps {
  src: string | null
  /** 34, 48, 56, 84 or 116 px wide; `fill` takes the width it is given. */
  size?: 'xs' | 's' | 'm' | 'l' | 'xl' | 'fill'
  alt?: string
}

/** The picture of a room: round at the top, flat at the bottom, in the ratio 5:6. */
export function ArchedImage({ src, size = 's', alt = '' }: ArchedImageProps) {
  const className = cx(css.image, css[size])
  if (src)
    return (
      <img className={cx(className, 'art')} src={src} alt={alt} loading="lazy" decoding="async" />
    )
  return (
    <svg
      className={className}
      viewBox="0 0 40 48"
      role="img"
      aria-label={alt}
      aria-hidden={alt === ''}
    >
      <path d="M20 0v48M0 24h40" />
    </svg>
  )
}
