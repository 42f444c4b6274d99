import { SubscribedRooms } from '#pwa/features/account/SubscribedRooms.tsx'
import { Topbar } from '#pwa/layouts/chrome/Topbar.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const AccountRoomPage = () => (
  <>
    <Topbar title="参加中のルーム" back={paths.account} />
    <Page narrow>
      <SubscribedRooms />
    </Page>
  </>
)
