import { cx } from '../cx.ts'
import css from './ArchedImage.module.css'
import { PlaceholderImage } from './PlaceholderImage.tsx'

interface ArchedImageProps {
  src: string | null
  /** 34, 48, 56, 84 or 116 px wide; `fill` takes the width it is given. */
  size?: 'xs' | 's' | 'm' | 'l' | 'xl' | 'fill'
  alt?: string
}

/** The picture of a room: round at the top, flat at the bottom, in the ratio 5:6. */
export const ArchedImage = ({ src, size = 's', alt = '' }: ArchedImageProps) => (
  <PlaceholderImage src={src} alt={alt} className={cx(css.image, css[size])} viewBox="0 0 40 48">
    <path d="M20 0v48M0 24h40" />
  </PlaceholderImage>
)
