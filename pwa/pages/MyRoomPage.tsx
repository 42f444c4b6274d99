import { rooms } from '#contract/rooms.ts'
import { MyRoom } from '#pwa/features/dashboard/MyRoom.tsx'
import { OwnerOnly } from '#pwa/features/dashboard/OwnerOnly.tsx'
import { Topbar } from '#pwa/layouts/chrome/Topbar.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { useLoad } from '#pwa/lib/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { useUser } from '#pwa/lib/session.tsx'
import { Loaded } from '#pwa/load/Loaded.tsx'

export function MyRoomPage() {
  const own = useUser()?.my_room
  const room = useLoad(rooms.getRoom, { params: { id: own?.id ?? '' } }, { enabled: Boolean(own) })
  return (
    <>
      <Topbar title="マイルーム" back={paths.dashboard} />
      <Page narrow>
        <OwnerOnly what="ルームの内容、リンク、スタッフ">
          {() => <Loaded of={room}>{(found) => <MyRoom room={found} />}</Loaded>}
        </OwnerOnly>
      </Page>
    </>
  )
}
