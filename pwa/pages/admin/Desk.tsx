import type { ReactNode } from 'react'
import { DeskGate } from '#pwa/features/operator/confirming/DeskGate.tsx'
import { deskSections } from '#pwa/features/operator/sections.ts'
import { NavList } from '#pwa/layouts/chrome/NavList.tsx'
import { paths } from '#pwa/lib/paths.ts'
import css from './Desk.module.css'

const overview = { to: paths.admin, label: '概要', icon: 'home', end: true } as const

/** The operator's pages beside the open one on wide screens; on a phone the overview lists them. */
export const Desk = ({ children }: { children: ReactNode }) => (
  <DeskGate>
    <div className={css.desk}>
      <nav className={css.nav} aria-label="運営デスク">
        <NavList items={[overview, ...deskSections]} />
      </nav>
      <div className={css.page}>{children}</div>
    </div>
  </DeskGate>
)
