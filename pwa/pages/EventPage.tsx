import { useParams, useSearchParams } from 'react-router-dom'
import { events } from '#contract/events.ts'
import { EventView } from '#pwa/features/live/EventView.tsx'
import { useLoad } from '#pwa/lib/api.ts'
import { useTitle } from '#pwa/lib/title.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { SavedNotice } from '#pwa/load/SavedNotice.tsx'
import { SkeletonCover } from '#pwa/ui/SkeletonCover.tsx'

export function EventPage() {
  const { eventid = '' } = useParams()
  const [search] = useSearchParams()
  const event = useLoad(events.getEvent, { params: { id: eventid } })
  useTitle(event.data?.title)
  return (
    <Loaded of={event} heading="h1" skeleton={<SkeletonCover of="event" />}>
      {(found) => (
        <EventView
          // What was typed, or failed, at one event is nothing to the next.
          key={found.id}
          event={found}
          saved={<SavedNotice of={event} />}
          tab={search.get('menu') === 'event' ? 'event' : 'about'}
        />
      )}
    </Loaded>
  )
}
