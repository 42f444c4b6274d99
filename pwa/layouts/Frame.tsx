import { type ReactNode, Suspense } from 'react'
import { lazyComponent } from '#pwa/lib/lazy-component.ts'
import { useUser } from '#pwa/lib/session.tsx'
import { Footer } from './chrome/Footer.tsx'
import { Header } from './chrome/Header.tsx'
import { SideNav } from './chrome/SideNav.tsx'
import css from './Frame.module.css'

const BottomBar = lazyComponent(async () => (await import('./chrome/BottomBar.tsx')).BottomBar)

const BehindBanner = lazyComponent(
  async () => (await import('./chrome/BehindBanner.tsx')).BehindBanner,
)

interface FrameProps {
  header?: boolean
  footer?: boolean
  /** The menu at the foot of a phone; a page with a bar of its own there has none. */
  menu?: boolean
  /** Below the page, above the footer. */
  below?: ReactNode
  children: ReactNode
}

/** Tells `pre-hydration.js` that React handles this click: it needs no replay. */
const reportClick = () => dispatchEvent(new Event('app:click-handled'))

/** What stands around a page: navigation at the side or the bottom, a header above, a footer below. */
export function Frame({ header = true, footer = true, menu = true, below, children }: FrameProps) {
  const user = useUser()
  return (
    <div className={css.frame} onClickCapture={reportClick}>
      <a className={css.skip} href="#main">
        本文へ
      </a>
      <SideNav />
      <div className={css.column}>
        {header && <Header />}
        {user?.behind?.[0] && (
          <Suspense>
            <BehindBanner behind={user.behind} />
          </Suspense>
        )}
        <main id="main" className={css.main} tabIndex={-1}>
          {children}
        </main>
        {below}
        {footer && <Footer />}
      </div>
      {menu && user && (
        <Suspense>
          <BottomBar user={user} />
        </Suspense>
      )}
    </div>
  )
}
