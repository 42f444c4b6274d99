import { Link } from 'react-router-dom'
import { adminSections } from '#pwa/features/operator/sections.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { cx } from '#pwa/ui/cx.ts'
import { Logo } from '#pwa/ui/picture/Logo.tsx'
import { NavList } from './chrome/NavList.tsx'
import type { Destination } from './chrome/navigation.ts'
import { SectionBar } from './chrome/SectionBar.tsx'
import css from './chrome/SideNav.module.css'
import { Frame } from './Frame.tsx'
import type { LayoutProps } from './layouts.tsx'

const sections: Destination[] = [
  { to: paths.admin, label: '対応待ち', icon: 'clock', end: true },
  ...adminSections,
]
const back: Destination = { to: paths.account, label: 'サービスに戻る', icon: 'back', end: true }

/** The operators' desk: its own pages at the side, without the navigation of members, and without a footer. */
export function AdminLayout({ children }: LayoutProps) {
  // The page leads everybody else away.
  const isOperator = useUser()?.role === 'operator'
  return (
    <Frame header={false} footer={false} menu={false} side={isOperator ? <AdminNav /> : <span />}>
      {isOperator && <SectionBar label="運営デスク" items={sections} wide="hidden" />}
      {children}
    </Frame>
  )
}

const AdminNav = () => (
  <nav className={cx(css.side, css.desk)} aria-label="運営デスク">
    <Link to={paths.admin} className={css.home}>
      <Logo />
      <b className="small">運営デスク</b>
    </Link>
    <NavList items={sections} />
    <NavList items={[back]} />
  </nav>
)
