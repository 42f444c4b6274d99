import { useParams, useSearchParams } from 'react-router-dom'
import { events } from '#contract/events/calls.ts'
import { EventView } from '#pwa/features/live/EventView.tsx'
import { useLoad } from '#pwa/lib/api/api.ts'
import { useTitle } from '#pwa/lib/title.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { OfflineAlert } from '#pwa/load/OfflineAlert.tsx'
import { SkeletonCover } from '#pwa/ui/loading/SkeletonCover.tsx'

export function EventPage() {
  const { eventid = '' } = useParams()
  const [search] = useSearchParams()
  const event = useLoad(events.getEvent, { params: { id: eventid } })
  useTitle(event.data?.title)
  return (
    <Loaded of={event} heading="h1" skeleton={<SkeletonCover of="event" />}>
      {(data) => (
        <EventView
          event={data}
          saved={<OfflineAlert of={event} />}
          tab={search.get('menu') === 'event' ? 'event' : 'about'}
        />
      )}
    </Loaded>
  )
}
