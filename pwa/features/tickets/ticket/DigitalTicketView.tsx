import { type ReactNode, useState } from 'react'
import { urlOf } from '#contract/http/caller.ts'
import { type IssuedTicket, tickets } from '#contract/tickets/calls.ts'
import { resaleNotice } from '#contract/tickets/resale-notice.ts'
import { CalendarButton } from '#pwa/features/events/CalendarLink.tsx'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import type { Outbox, OutboxItem } from '#pwa/lib/device.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { useOutbox } from '#pwa/lib/useOutbox.ts'
import { cx } from '#pwa/ui/cx.ts'
import { CompanionOf, CompanionsCard } from '../companions/CompanionsCard.tsx'
import { EntrantCard } from '../entrant/EntrantCard.tsx'
import { issuedStamp } from '../issued-stamp.ts'
import { issuedStateOf, opensAgain } from '../issued-state.ts'
import { CodeComing, CodeStub } from './CodeStub.tsx'
import { ComingBack } from './ComingBack.tsx'
import { DigitalTicketFacts } from './DigitalTicketFacts.tsx'
import { MoveTicket } from './MoveTicket.tsx'
import { PaperTicket } from './PaperTicket.tsx'
import { ResaleCard, ResoldAlert } from './ResaleCard.tsx'
import { Tearing, TornAlert } from './Tearing.tsx'
import css from './TicketDetail.module.css'
import { TicketFace } from './TicketFace.tsx'
import { Transfer } from './Transfer.tsx'
import { usePhoneClock } from './usePhoneClock.ts'

interface Torn {
  outbox: Outbox | null
  waiting: OutboxItem | null
}

/** A tearing of this ticket in the outbox, pending or refused; null until the outbox is read. */
function useTorn(issuedId: string): Torn | null {
  const known = useOutbox()
  if (!known) return null
  const isMine = ({ work }: OutboxItem) => work.what === 'tear' && work.ticket === issuedId
  return { outbox: known.outbox, waiting: known.waiting.find(isMine) ?? null }
}

interface DigitalTicketViewProps {
  issued: IssuedTicket
  /** The age of cached data; placed below the code, so that the code stays visible. */
  saved: ReactNode
}

/** The entry ticket, as shown at the gate. */
export function DigitalTicketView({ issued, saved }: DigitalTicketViewProps) {
  const torn = useTorn(issued.id)
  const [isShown, setShown] = useState(false)
  const { outbox = null, waiting = null } = torn ?? {}
  const isTorn = waiting !== null && waiting.refused === null
  // Torn on this device: used, even before the server has received it.
  const shown: IssuedTicket = isTorn ? { ...issued, status: 'used', used_at: waiting.at } : issued
  const { ticket } = shown
  const clock = usePhoneClock(useSessionState().at === 'member')
  const now = useNow()
  const state = issuedStateOf(shown, now)
  return (
    <div className={cx(css.ticket, state === 'used' && css.torn)}>
      <TicketFace
        issued={shown}
        state={state}
        {...(state !== 'valid' && { stamp: issuedStamp(shown, state) })}
      >
        {/* No code before the outbox is read: the ticket may be torn. */}
        {torn ? <CodeStub issued={issued} clock={clock} onShown={setShown} /> : <CodeComing />}
      </TicketFace>
      {saved}
      <CompanionOf issued={shown} />
      {shown.resold && <ResoldAlert of={{ kind: 'digital_ticket', id: ticket.id }} isResold />}
      {torn && opensAgain(shown, now) && <ComingBack issued={issued} clock={clock} />}
      {waiting && outbox && <TornAlert waiting={waiting} outbox={outbox} />}
      {(state === 'valid' || state === 'used') && <CompanionsCard issued={issued} />}
      {state === 'valid' && (
        <>
          <CalendarButton
            wide
            href={urlOf(tickets.getTicketCalendar, {
              params: { roomid: ticket.room.id, id: ticket.id },
            })}
          />
          <EntrantCard issued={issued} />
          <PaperTicket issued={issued} />
          <Transfer issued={issued} clock={clock} now={now} />
          <ResaleCard of={{ kind: 'digital_ticket', id: ticket.id }} until={ticket.resale_until} />
          {/* Only on the phone that shows the code. */}
          {isShown && (
            <>
              <MoveTicket issued={issued} clock={clock} />
              <Tearing issued={issued} outbox={outbox} now={now} />
            </>
          )}
        </>
      )}
      <DigitalTicketFacts issued={shown} />
      <p className={css.foot}>{resaleNotice(ticket)}</p>
    </div>
  )
}
