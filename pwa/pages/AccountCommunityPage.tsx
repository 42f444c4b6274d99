import { Communities } from '#pwa/features/account/memberships/Communities.tsx'
import { NewRoom } from '#pwa/features/dashboard/room/NewRoom.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const AccountCommunityPage = () => (
  <Screen title="ルームと役割" back={paths.account}>
    <Communities opening={<NewRoom />} />
  </Screen>
)
