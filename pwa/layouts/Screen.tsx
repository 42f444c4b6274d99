import type { ReactNode } from 'react'
import { useTitle } from '#pwa/lib/title.ts'
import { cx } from '#pwa/ui/cx.ts'
import { Topbar } from './chrome/Topbar.tsx'
import { Page } from './Page.tsx'
import css from './Screen.module.css'

interface ScreenProps {
  title: string
  back?: string
  /** What one can do here, at the right of the title. */
  actions?: ReactNode
  /** As wide as the window; else a column to read. */
  wide?: boolean
  children: ReactNode
}

/** A page of one's own: its head with the way back, and its content beginning where the title does. */
export function Screen({ title, back, actions, wide = false, children }: ScreenProps) {
  useTitle(title)
  return (
    <>
      <Topbar title={title} {...(back && { back })}>
        {actions}
      </Topbar>
      <Page>
        <div className={cx(!wide && css.column)}>{children}</div>
      </Page>
    </>
  )
}
