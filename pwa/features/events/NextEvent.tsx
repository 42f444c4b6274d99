import { events } from '#contract/events/calls.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { roomEvents } from '#pwa/lib/api/queries.ts'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { EventRow } from './EventRow.tsx'
import css from './NextEvent.module.css'
import { phaseOf } from './phase.ts'

/** The next event of a room; nothing if there is none. */
export function NextEvent({ room }: { room: string }) {
  const { items = [] } = useList(events.listEvents, roomEvents(room))
  const next = items.find((event) => ['coming', 'onAir'].includes(phaseOf(event)))
  if (!next) return null
  return (
    <Card as="section">
      <h2 className={css.title}>次のイベント</h2>
      <ul>
        <EventRow event={next} showRoom={false} />
      </ul>
    </Card>
  )
}
