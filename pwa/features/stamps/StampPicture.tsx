import { useState } from 'react'
import { cx } from '#pwa/ui/cx.ts'
import css from './StampPicture.module.css'

export interface StampPictureProps {
  name: string
  /** Null if the stamp was removed. */
  src: string | null
  /** 44, 64 or 96 px. */
  size?: 's' | 'm' | 'l'
}

/** The picture of a stamp; its name where there is none. */
export function StampPicture({ name, src, size = 'l' }: StampPictureProps) {
  // A stamp that was removed while its line is shown: its file is gone.
  const [lost, setLost] = useState<string | null>(null)
  if (src === null || src === lost) return name
  return (
    <img
      className={cx(css.stamp, css[size])}
      src={src}
      alt={name}
      decoding="async"
      onError={() => setLost(src)}
    />
  )
}
