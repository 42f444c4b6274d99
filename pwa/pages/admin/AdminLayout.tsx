import type { ReactNode } from 'react'
import { ConfirmPassword } from '#pwa/features/operator/confirming/ConfirmPassword.tsx'
import { adminSections } from '#pwa/features/operator/sections.ts'
import { NavList } from '#pwa/layouts/chrome/NavList.tsx'
import { paths } from '#pwa/lib/paths.ts'
import css from './AdminLayout.module.css'

const overview = { to: paths.admin, label: '概要', icon: 'home', end: true } as const

/** The admin's navigation beside the page on wide screens; on a phone the overview lists the pages. */
export const AdminLayout = ({ children }: { children: ReactNode }) => (
  <ConfirmPassword>
    <div className={css.desk}>
      <nav className={css.nav} aria-label="運営デスク">
        <NavList items={[overview, ...adminSections]} />
      </nav>
      <div className={css.page}>{children}</div>
    </div>
  </ConfirmPassword>
)
