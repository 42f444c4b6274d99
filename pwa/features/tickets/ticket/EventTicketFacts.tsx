import { Link } from 'react-router-dom'
import type { Event } from '#contract/events/calls.ts'
import { asSold, hasKinds, heldKind } from '#contract/events/live-only.ts'
import { archiveLabel } from '#pwa/features/events/archive-label.ts'
import { formatPrice } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'

export function EventTicketFacts({ event }: { event: Event }) {
  const kind = heldKind(event)
  return (
    <Card as="section" padded>
      <h2 className="sr">このチケットについて</h2>
      <Facts
        facts={[
          {
            term: 'ルーム',
            value: (
              <Link className="link" to={paths.room(event.room.id)}>
                {event.room.title}
              </Link>
            ),
          },
          ...(kind ? [{ term: '券種', value: kind }] : []),
          ...priceFact(event),
          { term: '見逃し配信', value: event.live_only ? '含まれません' : archiveLabel(event) },
          { term: 'トーク', value: event.live_talk === 1 ? '配信中に書き込めます' : 'なし' },
          ...(event.publishment_flg === 0
            ? [{ term: '通知', value: event.notify ? '配信前に届きます' : '届きません' }]
            : []),
        ]}
      />
    </Card>
  )
}

/** The price of the kind; none, if the event is sold in one kind by now, whose price is another one. */
const priceFact = (event: Event) =>
  event.live_only && !hasKinds(event)
    ? []
    : [{ term: '料金', value: formatPrice(asSold(event, event.live_only).amount) }]
