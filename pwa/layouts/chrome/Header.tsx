import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import { useSessionState, useUser } from '#pwa/lib/api/session.tsx'
import { lazyComponent } from '#pwa/lib/lazy-component.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Logo } from '#pwa/ui/picture/Logo.tsx'
import css from './Header.module.css'
import { SearchButton } from './SearchButton.tsx'

// Loaded on demand, so that visitors do not load members' code.
export const LazyMyself = lazyComponent(async () => (await import('./Myself.tsx')).Myself)

/** Logo, search, and the login buttons for visitors or the menu for members. */
export function Header() {
  const session = useSessionState()
  const user = useUser()
  return (
    <header className={css.bar}>
      <Link to={paths.home} className={css.home}>
        <Logo />
      </Link>
      <SearchButton wide />
      <span className="grow" />
      <SearchButton />
      {user && (
        <Suspense>
          <LazyMyself user={user} />
        </Suspense>
      )}
      {session.at === 'visitor' && <WaysIn />}
    </header>
  )
}

const WaysIn = () => (
  <>
    <Button variant="quiet" size="s" to={paths.login}>
      ログイン
    </Button>
    <Button size="s" to={paths.signup}>
      新規登録
    </Button>
  </>
)
