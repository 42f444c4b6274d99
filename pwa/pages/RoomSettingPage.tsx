import { rooms } from '#contract/rooms/calls.ts'
import { Membership } from '#pwa/features/account/memberships/Membership.tsx'
import { RoomSeller } from '#pwa/features/account/memberships/RoomSeller.tsx'
import { RoomEditor } from '#pwa/features/dashboard/room/RoomEditor.tsx'
import { useRoomId } from '#pwa/features/rooms/useRoomId.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'

/** The editor of the room for its owner; the membership for others. */
export function RoomSettingPage() {
  const room = useLoad(rooms.getRoom, { params: { id: useRoomId() } })
  return (
    <div className="stack-l">
      <h1>ルームの設定</h1>
      <Loaded of={room}>
        {(data) =>
          data.can.edit ? (
            <RoomEditor key={data.id} room={data} />
          ) : (
            <>
              <Membership room={data} />
              <RoomSeller room={data} />
            </>
          )
        }
      </Loaded>
    </div>
  )
}
