import { tickets } from '#contract/tickets.ts'
import { RoomTicketRow } from '#pwa/features/rooms/RoomTicketRow.tsx'
import { useRoomId } from '#pwa/features/rooms/useRoomId.ts'
import { useList } from '#pwa/lib/api.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { List } from '#pwa/ui/List.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'

/** The tickets to a venue that a room has. */
export function RoomTicketsPage() {
  const list = useList(tickets.listDigitalTickets, { params: { roomid: useRoomId() } })
  return (
    <>
      <h1>電子チケット</h1>
      <LoadedList
        of={list}
        empty={
          <StateScreen
            kind="empty"
            title="電子チケットはまだありません"
            text="会場でのイベントが決まると、入場チケットがここにならびます。"
          />
        }
        wrap={(rows) => <List carded>{rows}</List>}
        keyOf={({ id }) => id}
      >
        {(ticket) => <RoomTicketRow ticket={ticket} />}
      </LoadedList>
    </>
  )
}
