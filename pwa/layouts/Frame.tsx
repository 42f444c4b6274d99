import { type ReactNode, Suspense } from 'react'
import { useUser } from '#pwa/lib/api/session.tsx'
import { lazyComponent } from '#pwa/lib/lazy-component.ts'
import { Footer } from './chrome/Footer.tsx'
import { Header } from './chrome/Header.tsx'
import { SideNav } from './chrome/SideNav.tsx'
import css from './Frame.module.css'

export const LazyBottomBar = lazyComponent(
  async () => (await import('./chrome/BottomBar.tsx')).BottomBar,
)

const PastDueBanner = lazyComponent(
  async () => (await import('./chrome/PastDueBanner.tsx')).PastDueBanner,
)

interface FrameProps {
  header?: boolean
  footer?: boolean
  /** The bottom menu of a phone; a page with its own bottom bar has none. */
  menu?: boolean
  /** Replaces the navigation at the side: for a desk with pages of its own. */
  side?: ReactNode
  /** Below the page, above the footer. */
  below?: ReactNode
  children: ReactNode
}

/** Notifies `pre-hydration.js` that React handles this click: it needs no replay. */
const reportClick = () => dispatchEvent(new Event('app:click-handled'))

/** The frame of a page: navigation at the side or bottom, header, footer. */
export function Frame(props: FrameProps) {
  const { header = true, footer = true, menu = true, below, side = <SideNav />, children } = props
  const user = useUser()
  return (
    <div className={css.frame} onClickCapture={reportClick}>
      <a className={css.skip} href="#main">
        本文へ
      </a>
      {side}
      <div className={css.column}>
        {header && <Header />}
        {user?.behind?.[0] && (
          <Suspense>
            <PastDueBanner behind={user.behind} />
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
          <LazyBottomBar user={user} />
        </Suspense>
      )}
    </div>
  )
}
