import { tickets } from '#contract/tickets/calls.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { List } from '#pwa/ui/layout/List.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import css from './RoomEntries.module.css'
import { RoomTicketRow } from './RoomTicketRow.tsx'

const MAX_ROWS = 3

/** A room's next venue events, with a link to all. Nothing if there are none. */
export function RoomEntries({ room }: { room: string }) {
  const { items = [] } = useList(tickets.listDigitalTickets, { params: { roomid: room } })
  const now = useNow()
  if (items.length === 0) return null
  const coming = items
    .filter(({ status, valid_until }) => status === 'published' && valid_until > now)
    .slice(0, MAX_ROWS)
  return (
    <div className={css.entries}>
      <Section title="電子チケット" more={{ to: paths.roomTickets(room), label: 'すべて見る' }}>
        {coming.length > 0 ? (
          <List carded>
            {coming.map((ticket) => (
              <RoomTicketRow key={ticket.id} ticket={ticket} />
            ))}
          </List>
        ) : (
          <p className="small muted">これから入場できる公演はありません。</p>
        )}
      </Section>
    </div>
  )
}
