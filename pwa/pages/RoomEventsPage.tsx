import { events } from '#contract/events/calls.ts'
import { EventRow } from '#pwa/features/events/EventRow.tsx'
import { useRoomId } from '#pwa/features/rooms/useRoomId.ts'
import { useRoomTitle } from '#pwa/features/rooms/useRoomTitle.ts'
import { RoomEntries } from '#pwa/features/tickets/room/RoomEntries.tsx'
import { useList } from '#pwa/lib/api/api.ts'
import { roomEvents } from '#pwa/lib/api/queries.ts'
import { PAGE_NAMES } from '#pwa/lib/page-names.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'

/** All events of a room: live and upcoming, then past; above them the venue tickets. */
export function RoomEventsPage() {
  const room = useRoomId()
  const list = useList(events.listEvents, roomEvents(room))
  useRoomTitle(PAGE_NAMES['/community/:roomid/event'])
  return (
    <>
      <h2 className="sr">イベント</h2>
      <RoomEntries room={room} />
      <LoadedList
        of={list}
        empty={
          <StateScreen
            kind="empty"
            title="まだイベントがありません"
            text="配信の予定が決まると、ここにならびます。"
          />
        }
        keyOf={({ id }) => id}
      >
        {(event) => <EventRow event={event} showRoom={false} />}
      </LoadedList>
    </>
  )
}
