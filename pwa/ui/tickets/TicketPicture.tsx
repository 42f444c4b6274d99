import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './TicketPicture.module.css'

interface TicketPictureProps {
  src: string | null
  alt: string
  /** 98 px with the foil, or 168 px alone. */
  size: 's' | 'm'
  /** The sheen moves, which distinguishes it from a screenshot. */
  animated: boolean
  children?: ReactNode
}

export function TicketPicture({ src, alt, size, animated, children }: TicketPictureProps) {
  return (
    <div className={cx(css.picture, css[size], animated ? css.alive : css.spent)}>
      {src && <img src={src} alt={alt} />}
      {children && <span className={css.over}>{children}</span>}
    </div>
  )
}
