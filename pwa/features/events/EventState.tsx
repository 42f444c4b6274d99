import type { Event } from '#contract/events/calls.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { LiveBadge } from '#pwa/ui/badge/LiveBadge.tsx'
import { phaseOf } from './phase.ts'
import { acquisitionLabels } from './purchase/acquisition-labels.ts'

/** The event's state as a badge; nothing for an upcoming one. */
export function EventState({ event }: { event: Event }) {
  switch (phaseOf(event)) {
    case 'onAir':
      return <LiveBadge />
    case 'after':
      return <Badge tone="primary">トーク中</Badge>
    case 'archive':
      return (
        <Badge tone="primary" icon="archive">
          見逃し配信
        </Badge>
      )
    case 'ended':
      return <Badge>終了</Badge>
    case 'cancelled':
      return <Badge tone="warning">中止</Badge>
    case 'coming':
      return event.joined ? (
        <Badge tone="positive" icon="check">
          {acquisitionLabels(event.amount).held}
        </Badge>
      ) : event.remaining === 0 ? (
        <Badge tone="warning">満席</Badge>
      ) : null
  }
}
