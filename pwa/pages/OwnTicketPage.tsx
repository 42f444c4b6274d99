import { useParams } from 'react-router-dom'
import { tickets } from '#contract/tickets.ts'
import { OwnerOnly } from '#pwa/features/dashboard/OwnerOnly.tsx'
import { OwnTicket } from '#pwa/features/dashboard/OwnTicket.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { useLoad } from '#pwa/lib/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { useUser } from '#pwa/lib/session.tsx'
import { Loaded } from '#pwa/load/Loaded.tsx'

export function OwnTicketPage() {
  const { eticketid = '' } = useParams()
  const room = useUser()?.my_room
  const ticket = useLoad(
    tickets.getDigitalTicket,
    { params: { roomid: room?.id ?? '', id: eticketid } },
    { enabled: Boolean(room) },
  )
  return (
    <Screen title={ticket.data?.title ?? '電子チケット'} back={paths.ownTickets}>
      <OwnerOnly what="電子チケットの内容と、その販売の状況">
        {() => <Loaded of={ticket}>{(found) => <OwnTicket ticket={found} />}</Loaded>}
      </OwnerOnly>
    </Screen>
  )
}
