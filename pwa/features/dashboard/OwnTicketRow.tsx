import type { DigitalTicket } from '#contract/tickets.ts'
import { leafOf, price, time } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Badge } from '#pwa/ui/Badge.tsx'
import { CalendarLeaf } from '#pwa/ui/CalendarLeaf.tsx'
import { ListRow } from '#pwa/ui/ListRow.tsx'
import { Filled } from './Filled.tsx'
import css from './OwnTicketRow.module.css'
import { ownTicketWords } from './own-ticket-words.ts'

export function OwnTicketRow({ ticket }: { ticket: DigitalTicket }) {
  const { id, title, venue, starts_at, amount, capacity, remaining } = ticket
  const { label, tone } = ownTicketWords(ticket, useNow())
  const leaf = leafOf(starts_at)
  return (
    <ListRow
      to={paths.ownTicket(id)}
      leading={<CalendarLeaf {...leaf} weekday={`${leaf.weekday}曜`} />}
    >
      <b className={css.title}>{title}</b>
      <span className="note muted">{venue}</span>
      <span className={css.meta}>
        <time dateTime={starts_at}>{time(starts_at)}</time>
        <span>{price(amount)}</span>
        <Badge tone={tone}>{label}</Badge>
      </span>
      <Filled taken={capacity - remaining} capacity={capacity} />
    </ListRow>
  )
}
