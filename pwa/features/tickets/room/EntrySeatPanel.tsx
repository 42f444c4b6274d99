import type { ReactNode } from 'react'
import type { Room } from '#contract/rooms/calls.ts'
import type { TicketOnSale } from '#contract/tickets/calls.ts'
import { SeatPanel } from '#pwa/features/events/purchase/SeatPanel.tsx'
import type { Waited } from '#pwa/features/events/purchase/SeatWait.tsx'
import type { SeatState } from '#pwa/features/events/purchase/seat-state.ts'
import type { Choice } from '#pwa/lib/choice-path.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { subjectOf } from '../ticket-labels.ts'

interface EntrySeatPanelProps {
  ticket: TicketOnSale
  room: Room | undefined
  group?: Waited['group'] | false
  what: string
  amount: number
  price?: string
  choice?: ReactNode
  state: SeatState
  carried?: Choice
  note: ReactNode
  sheet: (onClose: () => void, joining: Room | undefined) => ReactNode
}

/** The purchase of an entry ticket, whose state is known. */
export const EntrySeatPanel = ({ ticket, room, group, ...props }: EntrySeatPanelProps) => (
  <SeatPanel
    {...props}
    subject={subjectOf(ticket)}
    room={ticket.members_only ? room : undefined}
    foot={false}
    waited={{
      kind: 'digital_ticket',
      id: ticket.id,
      hours: ticket.offer_hours,
      until: ticket.starts_at,
      ...(group && { group }),
    }}
    ownerPage={paths.ownTicket(ticket.id)}
    cancelled="この公演は中止になりました。"
    ticketActions={
      <Button icon="ticket" to={paths.ticketBox}>
        チケットボックスを開く
      </Button>
    }
  />
)
