import { Link } from 'react-router-dom'
import { paths } from '#pwa/lib/paths.ts'
import evening from '#pwa/ui/art/evening.svg'
import { Logo } from '#pwa/ui/picture/Logo.tsx'
import css from './AuthHead.module.css'

/** The heading of the login and sign-up pages: the building in the evening. */
export const AuthHead = ({ children }: { children: string }) => (
  <header className={css.head}>
    <img className="art" src={evening} alt="" width={390} height={216} />
    <Link to={paths.home} className={css.logo}>
      <Logo size="l" />
    </Link>
    <p className="small muted">{children}</p>
  </header>
)
