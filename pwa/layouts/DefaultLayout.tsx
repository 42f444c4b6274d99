import { useUser } from '#pwa/lib/session.tsx'
import { ShareArea } from './chrome/ShareArea.tsx'
import { Frame } from './Frame.tsx'
import type { LayoutProps } from './layouts.tsx'

export function DefaultLayout({ children }: LayoutProps) {
  const user = useUser()
  return <Frame below={user && <ShareArea />}>{children}</Frame>
}
