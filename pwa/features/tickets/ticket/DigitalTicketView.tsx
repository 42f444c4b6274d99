import { useState } from 'react'
import { urlOf } from '#contract/caller.ts'
import { rooms } from '#contract/rooms.ts'
import { type IssuedTicket, tickets } from '#contract/tickets.ts'
import { useLoad } from '#pwa/lib/api.ts'
import { longDate, time, weekday } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { cx } from '#pwa/ui/cx.ts'
import { TicketCard } from '#pwa/ui/tickets/TicketCard.tsx'
import { issuedStamp } from '../issued-stamp.ts'
import { issuedStateOf } from '../issued-state.ts'
import { TicketTitle } from '../TicketTitle.tsx'
import { CodeComing, CodeStub } from './CodeStub.tsx'
import { DigitalTicketFacts } from './DigitalTicketFacts.tsx'
import { Tearing, TornNotice } from './Tearing.tsx'
import css from './TicketDetail.module.css'
import { Transfer } from './Transfer.tsx'
import { useTorn } from './useTorn.ts'

/** The right to enter, as one holds it out at the door. */
export function DigitalTicketView({ issued }: { issued: IssuedTicket }) {
  const torn = useTorn(issued.id)
  const [isShown, setShown] = useState(false)
  const { outbox = null, waiting = null } = torn ?? {}
  const isTorn = waiting !== null && waiting.refused === null
  // Torn here: also where the server has not heard of it.
  const shown: IssuedTicket = isTorn ? { ...issued, status: 'used', used_at: waiting.at } : issued
  const { ticket, number, holder_name, gate_hint } = shown
  const state = issuedStateOf(shown, useNow())
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
        {...(state !== 'valid' && { stamp: issuedStamp(shown, state) })}
      >
        {state === 'valid' && (
          <>
            {gate_hint && <Gate name={gate_hint} />}
            {/* No code shows before it is known that it is not torn. */}
            {torn ? <CodeStub issued={issued} onShown={setShown} /> : <CodeComing />}
          </>
        )}
      </TicketCard>
      {waiting && outbox && <TornNotice waiting={waiting} outbox={outbox} />}
      {state === 'valid' && (
        <>
          <CalendarButton ticket={ticket} />
          <Transfer issued={issued} />
          {/* Only the phone that shows the code is the one at the door. */}
          {isShown && <Tearing issued={issued} outbox={outbox} />}
        </>
      )}
      <DigitalTicketFacts issued={shown} />
      <p className={css.foot}>このチケットの転売は禁止されています。</p>
    </div>
  )
}

/** Which door it is, for those who stand in a queue. */
const Gate = ({ name }: { name: string }) => (
  <p className={css.gate}>
    <span>入口</span>
    <b>{name}</b>
  </p>
)

const CalendarButton = ({ ticket: { id, room } }: Pick<IssuedTicket, 'ticket'>) => (
  <Button
    wide
    variant="quiet"
    icon="calendar"
    href={urlOf(tickets.getTicketCalendar, { params: { roomid: room.id, id } })}
  >
    カレンダーに追加
  </Button>
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
