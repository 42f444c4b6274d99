import { useNow } from '#pwa/lib/now.tsx'
import { TicketMini } from '#pwa/ui/tickets/TicketMini.tsx'
import type { BoxTicket } from './box.ts'
import { heldLabel } from './held-labels.ts'
import css from './Shelf.module.css'

/** A list of small tickets under a heading. */
export const MiniTickets = ({ title, tickets }: { title: string; tickets: BoxTicket[] }) => (
  <section className={css.shelf}>
    <h2 className={css.title}>{title}</h2>
    <TicketList tickets={tickets} />
  </section>
)

export function TicketList({ tickets }: { tickets: BoxTicket[] }) {
  const now = useNow()
  return (
    <ul className={css.minis}>
      {tickets.map((ticket) => {
        const { id, room, when, play, rest, ...labels } = heldLabel(ticket, now)
        return (
          <TicketMini
            key={id}
            to={labels.to}
            picture={labels.picture}
            tint={room.tint}
            kind={labels.kind}
            icon={labels.icon}
            room={room.title}
            title={labels.title}
            when={<time>{when}</time>}
            play={play}
            {...(!play && { rest })}
          />
        )
      })}
    </ul>
  )
}
