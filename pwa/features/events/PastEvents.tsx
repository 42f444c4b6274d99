import { events } from '#contract/events/calls.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { roomEvents } from '#pwa/lib/api/queries.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { EventRow } from './EventRow.tsx'
import { phaseOf } from './phase.ts'

const SHOWN = 3

/** The last events of a room; nothing if there were none. */
export function PastEvents({ room }: { room: string }) {
  const { items = [] } = useList(events.listEvents, roomEvents(room))
  const past = items.filter((event) => ['archive', 'ended'].includes(phaseOf(event)))
  if (past.length === 0) return null
  return (
    <Section title="これまでのイベント" more={{ to: paths.roomEvents(room), label: 'すべて見る' }}>
      <Card>
        <ul>
          {past.slice(0, SHOWN).map((event) => (
            <EventRow key={event.id} event={event} showRoom={false} />
          ))}
        </ul>
      </Card>
    </Section>
  )
}
