import { OwnerOnly } from '#pwa/features/dashboard/OwnerOnly.tsx'
import { RoomMembers } from '#pwa/features/dashboard/RoomMembers.tsx'
import { Topbar } from '#pwa/layouts/chrome/Topbar.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const RoomMemberPage = () => (
  <>
    <Topbar title="メンバー" back={paths.dashboard} />
    <Page narrow>
      <OwnerOnly what="メンバーの参加日とお支払いの状態">
        {(room) => <RoomMembers room={room} />}
      </OwnerOnly>
    </Page>
  </>
)
