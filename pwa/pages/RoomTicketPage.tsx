import { useParams } from 'react-router-dom'
import { tickets } from '#contract/tickets/calls.ts'
import { useRoomId } from '#pwa/features/rooms/useRoomId.ts'
import { RoomTicketView } from '#pwa/features/tickets/room/RoomTicketView.tsx'
import { useLoad } from '#pwa/lib/api/api.ts'
import { useTitle } from '#pwa/lib/title.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'

export function RoomTicketPage() {
  const { eticketid = '' } = useParams()
  const ticket = useLoad(tickets.getDigitalTicket, {
    params: { roomid: useRoomId(), id: eticketid },
  })
  useTitle(ticket.data?.title)
  return (
    <Loaded of={ticket} heading="h1">
      {(data) => <RoomTicketView ticket={data} />}
    </Loaded>
  )
}
