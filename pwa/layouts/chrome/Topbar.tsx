import type { ReactNode } from 'react'
import { useTitle } from '#pwa/lib/title.ts'
import { IconButton } from '#pwa/ui/button/IconButton.tsx'
import css from './Topbar.module.css'

interface TopbarProps {
  /** Also the document's title. */
  title: string
  /** The target of the back arrow; no arrow without it. */
  back?: string
  children?: ReactNode
}

/** The header of a page: back link, title and actions. */
export function Topbar({ title, back, children }: TopbarProps) {
  useTitle(title)
  return (
    <header className={css.bar}>
      {back && <IconButton icon="back" label="戻る" to={back} />}
      <h1 className={css.title}>{title}</h1>
      {children}
    </header>
  )
}
