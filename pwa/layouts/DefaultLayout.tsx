import { Suspense } from 'react'
import { useUser } from '#pwa/lib/api/session.tsx'
import { lazyComponent } from '#pwa/lib/lazy-component.ts'
import { Frame } from './Frame.tsx'
import type { LayoutProps } from './layouts.tsx'

const ShareArea = lazyComponent(async () => (await import('./chrome/ShareArea.tsx')).ShareArea)

export function DefaultLayout({ children }: LayoutProps) {
  const user = useUser()
  const share = user && (
    <Suspense>
      <ShareArea />
    </Suspense>
  )
  return <Frame below={share}>{children}</Frame>
}
