import { Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { useUser } from '#pwa/lib/api/session.tsx'
import { lazyComponent } from '#pwa/lib/lazy-component.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Frame } from './Frame.tsx'
import type { LayoutProps } from './layouts.tsx'

const ShareArea = lazyComponent(async () => (await import('./chrome/ShareArea.tsx')).ShareArea)

export function DefaultLayout({ children }: LayoutProps) {
  const user = useUser()
  // The address of a companion's link is a ticket: it is for one person.
  const isShared = useLocation().pathname !== paths.companion
  const share = user && isShared && (
    <Suspense>
      <ShareArea />
    </Suspense>
  )
  return <Frame below={share}>{children}</Frame>
}
