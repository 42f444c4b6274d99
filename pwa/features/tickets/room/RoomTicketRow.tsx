import { isLotteryOnly } from '#contract/lottery/phase.ts'
import type { TicketOnSale } from '#contract/tickets/calls.ts'
import { acquisitionLabels } from '#pwa/features/events/purchase/acquisition-labels.ts'
import { dateBadgeParts, dayAndTime } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { DateBadge } from '#pwa/ui/badge/DateBadge.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { ticketPrice } from '../type-labels.ts'

/** One digital ticket in a list: day, place and price. */
export function RoomTicketRow({ ticket }: { ticket: TicketOnSale }) {
  const { id, title, venue, starts_at, amount, held, room, status, open_fields } = ticket
  const isDated = !open_fields.includes('start')
  const now = useNow()
  const dateParts = dateBadgeParts(starts_at)
  return (
    <ListRow
      to={paths.roomTicket(room.id, id)}
      leading={isDated && <DateBadge {...dateParts} weekday={`${dateParts.weekday}曜`} />}
      title={title}
      note={`${isDated ? dayAndTime(starts_at) : '日時未定'} ${venue}`}
    >
      <span className="row row-s wrap">
        {!open_fields.includes('amount') && <b className="num">{ticketPrice(ticket)}</b>}
        {ticket.lottery && isLotteryOnly(ticket.lottery, now) && <Badge tone="primary">抽選</Badge>}
        {status === 'draft' && <Badge tone="warning">下書き</Badge>}
        {held && (
          <Badge tone="positive" icon="check">
            {acquisitionLabels(amount).held}
          </Badge>
        )}
      </span>
    </ListRow>
  )
}
