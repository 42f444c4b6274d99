import { useNow } from '#pwa/lib/now.tsx'
import { TicketNext } from '#pwa/ui/tickets/TicketNext.tsx'
import { TicketTitle } from '../TicketTitle.tsx'
import type { BoxTicket } from './box.ts'
import { heldLabel } from './held-labels.ts'
import css from './Shelf.module.css'

/** The ticket to be used next, large and in its room's color. */
export function NextTicket({ ticket }: { ticket: BoxTicket }) {
  const { to, picture, room, rest, title, dated, where, number, open, play } = heldLabel(
    ticket,
    useNow(),
  )
  return (
    <section className={css.shelf}>
      <h2 className={css.title}>次のチケット</h2>
      <TicketNext
        to={to}
        picture={picture}
        tint={room.tint}
        until={rest}
        title={<TicketTitle>{title}</TicketTitle>}
        when={dated}
        where={where}
        number={number}
        open={open}
        play={play}
      />
    </section>
  )
}
