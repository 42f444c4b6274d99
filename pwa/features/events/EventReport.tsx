import type { Event } from '#contract/events/calls.ts'
import { useReporting } from '#pwa/features/rooms/useReporting.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'

/** The report button below the event's description. */
export function EventReport({ event }: { event: Event }) {
  const { report, sheet } = useReporting()
  return (
    <>
      <Button
        variant="quiet"
        size="s"
        icon="flag"
        onClick={() => report({ kind: 'event', id: event.id, excerpt: event.title })}
      >
        このイベントを通報
      </Button>
      {sheet}
    </>
  )
}
