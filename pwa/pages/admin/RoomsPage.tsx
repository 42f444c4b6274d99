import { RoomsList } from '#pwa/features/operator/rooms/RoomsList.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const RoomsPage = () => (
  <Screen title="ルーム" back={paths.admin}>
    <RoomsList />
  </Screen>
)
