import type { ReactNode } from 'react'
import type { IssuedTicket } from '#contract/tickets.ts'
import { longDate, time, weekday } from '#pwa/lib/format.ts'
import type { StampWords } from '#pwa/ui/tickets/Stamp.tsx'
import { TicketCard } from '#pwa/ui/tickets/TicketCard.tsx'
import type { IssuedState } from '../issued-state.ts'
import { TicketTitle } from '../TicketTitle.tsx'
import css from './TicketFace.module.css'

interface TicketFaceProps {
  issued: IssuedTicket
  state: IssuedState
  stamp?: StampWords
  /** What stands where the code is; only a ticket that is good has one. */
  children?: ReactNode
}

/** What one holds out at the door. The service worker draws it too, before there is an app: no router, no calls. */
export function TicketFace({ issued, state, stamp, children }: TicketFaceProps) {
  const { ticket, number, holder_name, gate_hint } = issued
  return (
    <TicketCard
      state={state === 'valid' || state === 'used' ? state : 'cancelled'}
      picture={ticket.image_path}
      tint={ticket.room.tint}
      title={<TicketTitle>{ticket.title}</TicketTitle>}
      when={<When ticket={ticket} />}
      where={ticket.venue}
      number={number}
      holder={holder_name}
      {...(stamp && { stamp })}
    >
      {state === 'valid' && (
        <>
          {gate_hint && <Gate name={gate_hint} />}
          {children}
        </>
      )}
    </TicketCard>
  )
}

/** Which door it is, for those who stand in a queue. */
const Gate = ({ name }: { name: string }) => (
  <p className={css.gate}>
    <span>入口</span>
    <b>{name}</b>
  </p>
)

const When = ({ ticket: { opens_at, starts_at } }: Pick<IssuedTicket, 'ticket'>) => (
  <>
    <time dateTime={starts_at}>
      {longDate(starts_at)}({weekday(starts_at)})
    </time>
    <br />
    開場 {time(opens_at)}　開演 {time(starts_at)}
  </>
)
