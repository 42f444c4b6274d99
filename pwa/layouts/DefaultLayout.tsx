import { Suspense } from 'react'
import { lazyComponent } from '#pwa/lib/lazy-component.ts'
import { useUser } from '#pwa/lib/session.tsx'
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
