import { TicketMini } from '#pwa/ui/tickets/TicketMini.tsx'
import { useCorrectedNow } from '../ticket/useCorrectedNow.ts'
import type { Held } from './box.ts'
import { heldWords } from './held-words.ts'
import css from './Shelf.module.css'

/** Tickets below each other, under a heading. */
export const MiniTickets = ({ title, tickets }: { title: string; tickets: Held[] }) => (
  <section className={css.shelf}>
    <h2 className={css.title}>{title}</h2>
    <TicketList tickets={tickets} />
  </section>
)

export function TicketList({ tickets }: { tickets: Held[] }) {
  const now = useCorrectedNow()
  return (
    <ul className={css.minis}>
      {tickets.map((held) => {
        const { id, room, when, play, rest, ...words } = heldWords(held, now)
        return (
          <TicketMini
            key={id}
            to={words.to}
            picture={words.picture}
            tint={room.tint}
            kind={words.kind}
            icon={words.icon}
            room={room.title}
            title={words.title}
            when={<time>{when}</time>}
            play={play}
            {...(!play && { rest })}
          />
        )
      })}
    </ul>
  )
}
