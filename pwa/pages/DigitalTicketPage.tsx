import { useParams } from 'react-router-dom'
import { tickets } from '#contract/tickets/calls.ts'
import { TICKETS_STAY } from '#pwa/features/tickets/box/held-labels.ts'
import { DigitalTicketView } from '#pwa/features/tickets/ticket/DigitalTicketView.tsx'
import { TellOfTicket } from '#pwa/features/tickets/ticket/TellFriends.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { useLoad } from '#pwa/lib/api/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { OfflineAlert } from '#pwa/load/OfflineAlert.tsx'
import { SkeletonCards } from '#pwa/ui/loading/Skeleton.tsx'

export function DigitalTicketPage() {
  const { id = '' } = useParams()
  const issued = useLoad(tickets.getIssued, { params: { id } })
  return (
    <Screen title="入場チケット" back={paths.ticketBox} wide>
      <Loaded of={issued} skeleton={<SkeletonCards count={1} />}>
        {(data) => (
          <>
            <DigitalTicketView
              issued={data}
              saved={<OfflineAlert of={issued}>{TICKETS_STAY}</OfflineAlert>}
            />
            <TellOfTicket issued={data} />
          </>
        )}
      </Loaded>
    </Screen>
  )
}
