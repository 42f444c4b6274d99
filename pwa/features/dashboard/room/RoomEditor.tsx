import { account } from '#contract/account/calls.ts'
import { events } from '#contract/events/calls.ts'
import { type Room, rooms } from '#contract/rooms/calls.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { useSession, useUser } from '#pwa/lib/api/session.tsx'
import { useEditor } from '#pwa/lib/forms/editing/useEditor.ts'
import { paths } from '#pwa/lib/paths.ts'
import { useNavigateIfHere } from '#pwa/lib/useNavigateIfHere.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { WritingForm } from '#pwa/ui/forms/WritingForm.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { RoomFields } from './RoomFields.tsx'
import { OPTIONAL_ROOM_FIELDS, roomFormOf, savedRoom } from './room-form.ts'

/** The queries that show a room's name or picture. */
const CHANGED = [
  rooms.getRoom,
  rooms.listRooms,
  rooms.listSubscribed,
  account.getProfile,
  events.getEvent,
  events.listEvents,
  events.listOwn,
]

/** The editor of a room; null for a new one. Saving navigates to the room, or to the first steps of a new one. */
export function RoomEditor({ room }: { room: Room | null }) {
  const call = useCall()
  const session = useSession()
  const user = useUser()
  const navigateIfHere = useNavigateIfHere()
  const editor = useEditor({
    kind: 'room',
    id: room?.id ?? null,
    saved: savedRoom(room),
    optional: OPTIONAL_ROOM_FIELDS,
    pictures: {
      header_image: room?.header_image_path ?? null,
      icon_image: room?.icon_image_path ?? null,
    },
    send: (input, options) =>
      room
        ? call(rooms.changeRoom, { params: { id: room.id }, body: roomFormOf(input) })
        : call(rooms.createRoom, { body: roomFormOf(input) }, options),
    stale: CHANGED,
    onDone({ id }) {
      if (user && !room) session.update({ ...user, my_room: { id } })
      showToast(room ? '保存しました' : 'ルームを開きました')
      void navigateIfHere(room ? paths.room(id) : paths.dashboard)
    },
  })
  return (
    <WritingForm
      {...editor.wiring}
      actions={
        <Button wide type="submit" busy={editor.form.busy}>
          {room ? '変更を保存する' : 'ルームを開く'}
        </Button>
      }
    >
      <RoomFields editor={editor} room={room} />
    </WritingForm>
  )
}
