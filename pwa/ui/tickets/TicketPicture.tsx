import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './TicketPicture.module.css'

interface TicketPictureProps {
  src: string | null
  alt: string
  /** 98 px over the foil, or 168 px alone. */
  size: 's' | 'm'
  /** The light still passes over it: a screenshot is not alive. */
  alive: boolean
  children?: ReactNode
}

export function TicketPicture({ src, alt, size, alive, children }: TicketPictureProps) {
  return (
    <div className={cx(css.picture, css[size], alive ? css.alive : css.spent)}>
      {src && <img src={src} alt={alt} />}
      {children && <span className={css.over}>{children}</span>}
    </div>
  )
}
