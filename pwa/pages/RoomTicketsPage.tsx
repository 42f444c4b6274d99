import { tickets } from '#contract/tickets/calls.ts'
import { useRoomId } from '#pwa/features/rooms/useRoomId.ts'
import { useRoomTitle } from '#pwa/features/rooms/useRoomTitle.ts'
import { RoomTicketRow } from '#pwa/features/tickets/room/RoomTicketRow.tsx'
import { useList } from '#pwa/lib/api/api.ts'
import { PAGE_NAMES } from '#pwa/lib/page-names.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'

/** A room's digital tickets. */
export function RoomTicketsPage() {
  const list = useList(tickets.listDigitalTickets, { params: { roomid: useRoomId() } })
  useRoomTitle(PAGE_NAMES['/community/:roomid/e_ticket'])
  return (
    <Section title="電子チケット">
      <LoadedList
        of={list}
        empty={
          <StateScreen
            kind="empty"
            title="電子チケットはまだありません"
            text="会場でのイベントが決まると、入場チケットがここにならびます。"
          />
        }
        keyOf={({ id }) => id}
      >
        {(ticket) => <RoomTicketRow ticket={ticket} />}
      </LoadedList>
    </Section>
  )
}
