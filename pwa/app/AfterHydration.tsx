import { ConsentGate } from '#pwa/features/site/ConsentGate.tsx'
import { StatusBand } from '#pwa/features/site/StatusBand.tsx'
import { InstallCard } from '#pwa/layouts/install/InstallCard.tsx'
import { ShareHost } from '#pwa/layouts/share/ShareHost.tsx'
import { Toaster } from '#pwa/ui/overlay/Toaster.tsx'
import { useRestoredFocus } from './useRestoredFocus.ts'
import { useSnapshot } from './useSnapshot.ts'

const TOAST_MS = 4_000

/** The elements over every page, loaded after the page itself. */
export function AfterHydration() {
  useRestoredFocus()
  useSnapshot()
  return (
    <>
      <StatusBand />
      <ConsentGate />
      <InstallCard />
      <ShareHost />
      <Toaster stay={TOAST_MS} />
    </>
  )
}
