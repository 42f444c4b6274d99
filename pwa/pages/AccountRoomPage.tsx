import { SubscribedRooms } from '#pwa/features/account/memberships/SubscribedRooms.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const AccountRoomPage = () => (
  <Screen title="参加中のルーム" back={paths.account}>
    <SubscribedRooms />
  </Screen>
)
