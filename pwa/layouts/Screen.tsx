import type { ReactNode } from 'react'
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
  /** As high as the window at least, so that what is last stands at its bottom. */
  fill?: boolean
  children: ReactNode
}

/** An account or owner page: header with a back link, and the content aligned with the title. */
export function Screen(props: ScreenProps) {
  const { title, back, actions, wide = false, fill = false, children } = props
  return (
    <div className={cx(!wide && css.narrow, fill && css.fill)}>
      <Topbar title={title} {...(back && { back })}>
        {actions}
      </Topbar>
      <Page>
        <div className={cx(!wide && css.column)}>{children}</div>
      </Page>
    </div>
  )
}
