import { rooms } from '#contract/rooms/calls.ts'
import { OwnerOnly } from '#pwa/features/dashboard/OwnerOnly.tsx'
import { MyRoom } from '#pwa/features/dashboard/room/MyRoom.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { useLoad } from '#pwa/lib/api/api.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'

export function MyRoomPage() {
  const own = useUser()?.my_room
  const room = useLoad(rooms.getRoom, { params: { id: own?.id ?? '' } }, { enabled: Boolean(own) })
  return (
    <Screen title="マイルーム" back={paths.dashboard}>
      <OwnerOnly what="ルームの内容、リンク、スタッフ">
        {() => <Loaded of={room}>{(data) => <MyRoom room={data} />}</Loaded>}
      </OwnerOnly>
    </Screen>
  )
}
