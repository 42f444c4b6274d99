import { JoinedEvents } from '#pwa/features/account/JoinedEvents.tsx'
import { Topbar } from '#pwa/layouts/chrome/Topbar.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const AccountEventPage = () => (
  <>
    <Topbar title="参加するイベント" back={paths.account} />
    <Page narrow>
      <JoinedEvents />
    </Page>
  </>
)
