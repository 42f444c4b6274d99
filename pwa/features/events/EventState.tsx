import type { Event } from '#contract/events.ts'
import { Badge } from '#pwa/ui/Badge.tsx'
import { LiveBadge } from '#pwa/ui/LiveBadge.tsx'
import { phaseOf } from './phase.ts'
import { wordsOfTaking } from './taking.ts'

/** Where an event stands, in a word; nothing for one that is simply to come. */
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
          {wordsOfTaking(event.amount).held}
        </Badge>
      ) : event.remaining === 0 ? (
        <Badge tone="warning">満席</Badge>
      ) : null
  }
}
