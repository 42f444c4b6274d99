import type { ReactNode } from 'react'
import { useTitle } from '#pwa/lib/title.ts'
import { cx } from '#pwa/ui/cx.ts'
import { Topbar } from './chrome/Topbar.tsx'
import { Page } from './Page.tsx'
import css from './Screen.module.css'

interface ScreenProps {
  title: string
  back?: string
  /** Actions at the right of the title. */
  actions?: ReactNode
  /** Full width, instead of a reading column. */
  wide?: boolean
  children: ReactNode
}

/** An account or owner page: header with a back link, and the content aligned with the title. */
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
