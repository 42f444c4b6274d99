import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

interface PlaceholderImageProps {
  /** Null shows the placeholder. */
  src: string | null
  alt: string
  className: string
  /** The view box of the placeholder, and its shapes. */
  viewBox: string
  children: ReactNode
}

/** An image, or a placeholder drawing. */
export function PlaceholderImage({
  src,
  alt,
  className,
  viewBox,
  children,
}: PlaceholderImageProps) {
  if (src)
    return (
      <img className={cx(className, 'art')} src={src} alt={alt} loading="lazy" decoding="async" />
    )
  return (
    <svg
      className={className}
      viewBox={viewBox}
      role="img"
      aria-label={alt}
      aria-hidden={alt === ''}
    >
      {children}
    </svg>
  )
}
