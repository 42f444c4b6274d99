import { RoomMembers } from '#pwa/features/dashboard/members/RoomMembers.tsx'
import { OwnerOnly } from '#pwa/features/dashboard/OwnerOnly.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const RoomMemberPage = () => (
  <Screen title="メンバー" back={paths.dashboard} wide>
    <OwnerOnly what="メンバーの参加日とお支払いの状態">
      {(room) => <RoomMembers room={room} />}
    </OwnerOnly>
  </Screen>
)
