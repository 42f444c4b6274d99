import type { DigitalTicket } from '#contract/tickets.ts'
import { count, dayAndTime, price, time } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Badge } from '#pwa/ui/Badge.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { Facts } from '#pwa/ui/Facts.tsx'
import css from './RoomTicketView.module.css'

/** What a ticket to a venue is good for. */
export function RoomTicketView({ ticket }: { ticket: DigitalTicket }) {
  const { title, about, venue, opens_at, starts_at, amount, remaining, held, image_path } = ticket
  return (
    <article className="stack">
      {image_path && (
        <img className={css.picture} src={image_path} alt="" width={1000} height={563} />
      )}
      <h1>{title}</h1>
      <Facts
        facts={[
          { term: '日時', value: `${dayAndTime(starts_at)}（開場 ${time(opens_at)}）` },
          { term: '会場', value: venue },
          { term: '料金', value: price(amount), strong: true },
          { term: '残り', value: `${count(remaining)}枚` },
          { term: '対象', value: ticket.members_only ? 'ルームの参加者のみ' : 'どなたでも' },
          {
            term: '譲渡',
            value: ticket.no_transfer ? 'できません' : '転売はできません（ほかの方への譲渡は可）',
          },
        ]}
      />
      <p className={css.about}>{about}</p>
      {held && (
        <div className="stack">
          <Badge tone="positive" icon="check">
            購入済み
          </Badge>
          <Button icon="ticket" to={paths.ticketBox}>
            チケットボックスをひらく
          </Button>
        </div>
      )}
    </article>
  )
}
