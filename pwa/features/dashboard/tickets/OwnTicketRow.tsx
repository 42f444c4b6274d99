import type { TicketOnSale } from '#contract/tickets/calls.ts'
import { Filled } from '#pwa/features/dashboard/Filled.tsx'
import { ticketPrice } from '#pwa/features/tickets/type-labels.ts'
import { dateBadgeParts, time } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { DateBadge } from '#pwa/ui/badge/DateBadge.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import css from './OwnTicketRow.module.css'
import { ownTicketLabel } from './own-ticket-label.ts'

export function OwnTicketRow({ ticket }: { ticket: TicketOnSale }) {
  const { id, title, venue, starts_at, capacity, remaining, open_fields } = ticket
  const { label, tone } = ownTicketLabel(ticket, useNow())
  const dateParts = dateBadgeParts(starts_at)
  return (
    <ListRow
      to={paths.ownTicket(id)}
      leading={
        !open_fields.includes('start') && (
          <DateBadge {...dateParts} weekday={`${dateParts.weekday}曜`} />
        )
      }
    >
      <b className={css.title}>{title}</b>
      <span className="note muted">{venue}</span>
      <span className={css.meta}>
        {open_fields.includes('start') ? (
          <span>日時未定</span>
        ) : (
          <time dateTime={starts_at}>{time(starts_at)}</time>
        )}
        {!open_fields.includes('amount') && <span>{ticketPrice(ticket)}</span>}
        <Badge tone={tone}>{label}</Badge>
      </span>
      {!open_fields.includes('capacity') && (
        <Filled taken={capacity - remaining} capacity={capacity} />
      )}
    </ListRow>
  )
}
