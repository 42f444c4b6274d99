import { Link } from 'react-router-dom'
import type { Event } from '#contract/events/calls.ts'
import { dayAndTime, formatPrice } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'

export const EventTicketFacts = ({ event }: { event: Event }) => (
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
        { term: '料金', value: formatPrice(event.amount) },
        { term: '見逃し配信', value: archiveLabel(event) },
        { term: 'トーク', value: event.live_talk === 1 ? '配信中に書き込めます' : 'なし' },
        ...(event.publishment_flg === 0
          ? [{ term: '通知', value: event.notify ? '配信前に届きます' : '届きません' }]
          : []),
      ]}
    />
  </Card>
)

function archiveLabel({ archive_days, archive_until }: Event): string {
  if (archive_until) return `${dayAndTime(archive_until)} まで`
  return archive_days === 0 ? 'なし' : `配信の終了後、${archive_days}日間`
}
