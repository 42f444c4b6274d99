import { DeskGate } from '#pwa/features/operator/confirming/DeskGate.tsx'
import { deskSections } from '#pwa/features/operator/sections.ts'
import { paths } from '#pwa/lib/paths.ts'
import css from './AdminLayout.module.css'
import { NavList } from './chrome/NavList.tsx'
import { Frame } from './Frame.tsx'
import type { LayoutProps } from './layouts.tsx'

const overview = { to: paths.admin, label: '概要', icon: 'home', end: true } as const

/** The operator's desk: its pages beside the open one on wide screens; on a phone the overview lists them. */
export const AdminLayout = ({ children }: LayoutProps) => (
  <Frame header={false} footer={false}>
    <DeskGate>
      <div className={css.desk}>
        <nav className={css.nav} aria-label="運営デスク">
          <NavList items={[overview, ...deskSections]} />
        </nav>
        <div className={css.page}>{children}</div>
      </div>
    </DeskGate>
  </Frame>
)
