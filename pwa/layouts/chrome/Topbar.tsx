import type { ReactNode } from 'react'
import { IconButton } from '#pwa/ui/IconButton.tsx'
import css from './Topbar.module.css'

interface TopbarProps {
  title?: string
  /** Where the arrow leads; without it there is none. */
  back?: string
  children?: ReactNode
}

/** The head of a page that stands by itself: a way back, its title, and what one can do. */
export function Topbar({ title, back, children }: TopbarProps) {
  return (
    <header className={css.bar}>
      {back && <IconButton icon="back" label="戻る" to={back} />}
      {title ? <h1 className={css.title}>{title}</h1> : <span className="grow" />}
      {children}
    </header>
  )
}
