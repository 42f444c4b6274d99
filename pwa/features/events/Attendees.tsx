import { type Event, events } from '#contract/events/calls.ts'
import { Faces } from '#pwa/features/profile/Faces.tsx'
import { useLoad } from '#pwa/lib/api/api.ts'

/** Ticket holders who agreed to be shown. */
export function Attendees({ event: { id } }: { event: Event }) {
  const { data } = useLoad(events.listAttendees, { params: { id } })
  return <Faces of={data} verb="参加します" />
}
