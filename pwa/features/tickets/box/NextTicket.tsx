import { TicketNext } from '#pwa/ui/tickets/TicketNext.tsx'
import { TicketTitle } from '../TicketTitle.tsx'
import { useCorrectedNow } from '../ticket/useCorrectedNow.ts'
import type { Held } from './box.ts'
import { heldWords } from './held-words.ts'
import css from './Shelf.module.css'

/** The one that is used next, on paper of its room's colour. */
export function NextTicket({ held }: { held: Held }) {
  const { to, picture, room, rest, title, note, number, open } = heldWords(held, useCorrectedNow())
  return (
    <section className={css.shelf}>
      <h2 className={css.title}>次のチケット</h2>
      <TicketNext
        to={to}
        picture={picture}
        tint={room.tint}
        until={rest}
        title={<TicketTitle>{title}</TicketTitle>}
        note={note}
        number={number}
        open={open}
      />
    </section>
  )
}
