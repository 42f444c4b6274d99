import { rooms } from '#contract/rooms.ts'
import type { IssuedTicket } from '#contract/tickets.ts'
import { useLoad } from '#pwa/lib/api.ts'
import { longDate, time, weekday } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { cx } from '#pwa/ui/cx.ts'
import { TicketCard } from '#pwa/ui/tickets/TicketCard.tsx'
import { DigitalTicketFacts } from './DigitalTicketFacts.tsx'
import { GateStub } from './GateStub.tsx'
import { issuedStamp } from './issued-stamp.ts'
import { issuedStateOf } from './issued-state.ts'
import css from './TicketDetail.module.css'
import { TicketTitle } from './TicketTitle.tsx'

/** The right to enter, as one holds it out at the door. */
export function DigitalTicketView({ issued }: { issued: IssuedTicket }) {
  const { ticket, number, holder_name, gate_hint } = issued
  const state = issuedStateOf(issued, useNow())
  const { data: room } = useLoad(rooms.getRoom, { params: { id: ticket.room.id } })
  return (
    <div className={cx(css.ticket, state === 'used' && css.torn)}>
      <TicketCard
        state={state === 'valid' || state === 'used' ? state : 'cancelled'}
        picture={ticket.image_path}
        tint={room?.tint ?? null}
        title={<TicketTitle>{ticket.title}</TicketTitle>}
        when={<When ticket={ticket} />}
        where={ticket.venue}
        number={number}
        holder={holder_name}
        {...(state !== 'valid' && { stamp: issuedStamp(issued, state) })}
      >
        {state === 'valid' && <GateStub gate={gate_hint} />}
      </TicketCard>
      <DigitalTicketFacts issued={issued} />
      <p className={css.foot}>このチケットの転売は禁止されています。</p>
    </div>
  )
}

const When = ({ ticket: { opens_at, starts_at } }: Pick<IssuedTicket, 'ticket'>) => (
  <>
    <time dateTime={starts_at}>
      {longDate(starts_at)}({weekday(starts_at)})
    </time>
    <br />
    開場 {time(opens_at)}　開演 {time(starts_at)}
  </>
)
