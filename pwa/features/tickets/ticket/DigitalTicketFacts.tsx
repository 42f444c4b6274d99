import { Link } from 'react-router-dom'
import type { IssuedTicket } from '#contract/tickets/calls.ts'
import { dateTime, dayAndTime, formatPrice } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { allowedLabel } from '../ticket-labels.ts'
import css from './TicketDetail.module.css'

export function DigitalTicketFacts({
  issued: { issued_at, ticket, type },
}: {
  issued: IssuedTicket
}) {
  const { room, amount, valid_until, about, no_transfer, reentry } = ticket
  return (
    <Card as="section" padded>
      <h2 className="sr">このチケットについて</h2>
      <Facts
        facts={[
          {
            term: 'ルーム',
            value: (
              <Link className="link" to={paths.room(room.id)}>
                {room.title}
              </Link>
            ),
          },
          ...(type ? [{ term: '券種', value: type.name }] : []),
          { term: '料金', value: formatPrice(type ? type.amount : amount) },
          { term: '有効期限', value: `${dayAndTime(valid_until)} まで` },
          { term: '再入場', value: allowedLabel(reentry) },
          { term: '譲渡', value: no_transfer ? 'できません' : '開場までできます' },
          { term: '発行', value: dateTime(issued_at) },
        ]}
      />
      {about && <p className={css.about}>{about}</p>}
    </Card>
  )
}
