import { useParams } from 'react-router-dom'
import { events } from '#contract/events/calls.ts'
import { TICKETS_STAY } from '#pwa/features/tickets/box/held-labels.ts'
import { EventTicket } from '#pwa/features/tickets/ticket/EventTicket.tsx'
import { TellOfEvent } from '#pwa/features/tickets/ticket/TellFriends.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { useLoad } from '#pwa/lib/api/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { OfflineAlert } from '#pwa/load/OfflineAlert.tsx'
import { SkeletonCards } from '#pwa/ui/loading/Skeleton.tsx'

export function EventTicketPage() {
  const { eventid = '' } = useParams()
  const event = useLoad(events.getEvent, { params: { id: eventid } })
  return (
    <Screen title="視聴チケット" back={paths.ticketBox} wide>
      <OfflineAlert of={event}>{TICKETS_STAY}</OfflineAlert>
      <Loaded of={event} skeleton={<SkeletonCards count={1} />}>
        {(data) => (
          <>
            <EventTicket event={data} />
            <TellOfEvent event={data} />
          </>
        )}
      </Loaded>
    </Screen>
  )
}
