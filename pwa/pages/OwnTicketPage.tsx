import { useParams, useSearchParams } from 'react-router-dom'
import { tickets } from '#contract/tickets/calls.ts'
import { OwnerOnly } from '#pwa/features/dashboard/OwnerOnly.tsx'
import { CancelTicket } from '#pwa/features/dashboard/tickets/CancelTicket.tsx'
import { LotteryCard } from '#pwa/features/dashboard/tickets/LotteryCard.tsx'
import { OwnTicket, OwnTicketSales } from '#pwa/features/dashboard/tickets/OwnTicket.tsx'
import { PromotionsCard } from '#pwa/features/dashboard/tickets/PromotionsCard.tsx'
import { SALES_REFRESH_MS } from '#pwa/features/dashboard/tickets/sales-refresh.ts'
import { TicketActions } from '#pwa/features/dashboard/tickets/TicketActions.tsx'
import { TicketDoors } from '#pwa/features/door/desk/TicketDoors.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { useLoad } from '#pwa/lib/api/api.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'

/** The owner's digital ticket; with `?room=` a ticket of a room at whose gates the user works. */
export function OwnTicketPage() {
  const { eticketid = '' } = useParams()
  const [search] = useSearchParams()
  const user = useUser()
  const room = search.get('room') ?? user?.my_room?.id
  if (room && room !== user?.my_room?.id) return <AtWork room={room} id={eticketid} />
  return <Own room={room} id={eticketid} />
}

const useTicket = (room: string | undefined, id: string, refetchInterval: number | false = false) =>
  useLoad(
    tickets.getOwnTicket,
    { params: { roomid: room ?? '', id } },
    { enabled: room !== undefined, refetchInterval },
  )

function Own({ room, id }: { room: string | undefined; id: string }) {
  const ticket = useTicket(room, id, SALES_REFRESH_MS)
  return (
    <Screen title={ticket.data?.title ?? '電子チケット'} back={paths.ownTickets}>
      <OwnerOnly what="電子チケットの内容と、その販売と受付の状況">
        {() => (
          <Loaded of={ticket}>
            {(data) => (
              <div className="stack-l">
                <TicketActions ticket={data} />
                <OwnTicketSales ticket={data} />
                {data.status !== 'cancelled' && <LotteryCard ticket={data} />}
                {data.status !== 'cancelled' && <PromotionsCard ticket={data} />}
                <TicketDoors ticket={data} />
                <OwnTicket ticket={data} />
                {data.status === 'published' && <CancelTicket ticket={data} />}
              </div>
            )}
          </Loaded>
        )}
      </OwnerOnly>
    </Screen>
  )
}

function AtWork({ room, id }: { room: string; id: string }) {
  const ticket = useTicket(room, id)
  return (
    <Screen title={ticket.data?.title ?? '電子チケット'} back={paths.roomTicket(room, id)}>
      <Loaded of={ticket}>
        {(data) => (
          <div className="stack-l">
            <TicketDoors ticket={data} />
          </div>
        )}
      </Loaded>
    </Screen>
  )
}
