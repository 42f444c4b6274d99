import { OwnEvents } from '#pwa/features/dashboard/OwnEvents.tsx'
import { OwnerOnly } from '#pwa/features/dashboard/OwnerOnly.tsx'
import { Topbar } from '#pwa/layouts/chrome/Topbar.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const PastEventPage = () => (
  <>
    <Topbar title="イベントの実績" back={paths.dashboard} />
    <Page narrow>
      <OwnerOnly what="開催したイベントと、その売上">{() => <OwnEvents />}</OwnerOnly>
    </Page>
  </>
)
