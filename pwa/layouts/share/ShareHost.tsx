import { Suspense } from 'react'
import { lazyComponent } from '#pwa/lib/lazy-component.ts'
import { sharedPage } from '#pwa/lib/share.ts'
import { useStore } from '#pwa/lib/store.ts'

const ShareSheet = lazyComponent(async () => (await import('./ShareSheet.tsx')).ShareSheet)

/** Opens the share sheet over any page. */
export function ShareHost() {
  const page = useStore(sharedPage)
  if (!page) return null
  return (
    <Suspense>
      <ShareSheet page={page} onClose={() => sharedPage.set(null)} />
    </Suspense>
  )
}
