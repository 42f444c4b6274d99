import type { DigitalTicket } from '#contract/tickets.ts'
import { wordsOfTaking } from '#pwa/features/events/taking.ts'
import { dateBadgeParts, dayAndTime, price } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Badge } from '#pwa/ui/Badge.tsx'
import { DateBadge } from '#pwa/ui/DateBadge.tsx'
import { ListRow } from '#pwa/ui/ListRow.tsx'

/** One ticket to a venue: the day, where, and for how much. */
export function RoomTicketRow({ ticket }: { ticket: DigitalTicket }) {
  const { id, title, venue, starts_at, amount, held, room, status, open_fields } = ticket
  const isDated = !open_fields.includes('start')
  const leaf = dateBadgeParts(starts_at)
  return (
    <ListRow
      to={paths.roomTicket(room.id, id)}
      leading={isDated && <DateBadge {...leaf} weekday={`${leaf.weekday}曜`} />}
      title={title}
      note={`${isDated ? dayAndTime(starts_at) : '日時未定'} ${venue}`}
    >
      <span className="row row-s wrap">
        {!open_fields.includes('amount') && <b className="num">{price(amount)}</b>}
        {status === 'draft' && <Badge tone="warning">下書き</Badge>}
        {held && (
          <Badge tone="positive" icon="check">
            {wordsOfTaking(amount).held}
          </Badge>
        )}
      </span>
    </ListRow>
  )
}
