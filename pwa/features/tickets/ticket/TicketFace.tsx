import type { ReactNode } from 'react'
import type { IssuedTicket, IssuedType } from '#contract/tickets/calls.ts'
import { bareTime, longDate, time, weekday } from '#pwa/lib/format.ts'
import type { StampLabel } from '#pwa/ui/tickets/Stamp.tsx'
import { TicketCard } from '#pwa/ui/tickets/TicketCard.tsx'
import { TypeMark } from '#pwa/ui/tickets/TypeMark.tsx'
import type { IssuedState } from '../issued-state.ts'
import { TicketTitle } from '../TicketTitle.tsx'
import { LocalTime } from './LocalTime.tsx'
import css from './TicketFace.module.css'

interface TicketFaceProps {
  issued: IssuedTicket
  state: IssuedState
  stamp?: StampLabel
  /** Shown in the place of the code; only for a valid ticket. */
  children?: ReactNode
}

/** The ticket as shown at the gate. Also rendered by the service worker before the app loads: no router, no calls. */
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
      type={issued.type && <Type type={issued.type} />}
      // The name in the papers, which staff compare.
      holder={issued.entrant?.name || holder_name}
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

/** The ticket's 券種, and what staff check. Missing in an offline copy of the last release. */
const Type = ({ type: { name, color, note } }: { type: IssuedType }) => (
  <>
    <TypeMark name={name} color={color} large />
    {note && <p className={css.note}>{note}</p>}
  </>
)

/** The holder's gate, readable from a queue. */
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
    開場 {bareTime(opens_at)}　開演 {time(starts_at)}
    <LocalTime at={starts_at} />
  </>
)
