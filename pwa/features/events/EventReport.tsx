import type { Event } from '#contract/events.ts'
import { useReporting } from '#pwa/features/rooms/useReporting.tsx'
import { Button } from '#pwa/ui/Button.tsx'

/** At the foot of what an event says of itself. */
export function EventReport({ event }: { event: Event }) {
  const { report, sheet } = useReporting()
  return (
    <p>
      <Button
        variant="quiet"
        size="s"
        icon="flag"
        onClick={() => report({ kind: 'event', id: event.id, words: event.title })}
      >
        このイベントを通報
      </Button>
      {sheet}
    </p>
  )
}
