import { lazy, Suspense } from 'react'
import { useUser } from '#pwa/lib/session.tsx'
import { Frame } from './Frame.tsx'
import type { LayoutProps } from './layouts.tsx'

const ShareArea = lazy(async () => ({
  default: (await import('./chrome/ShareArea.tsx')).ShareArea,
}))

export function DefaultLayout({ children }: LayoutProps) {
  const user = useUser()
  const share = user && (
    <Suspense>
      <ShareArea />
    </Suspense>
  )
  return <Frame below={share}>{children}</Frame>
}
