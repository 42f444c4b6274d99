import type { ReactNode } from 'react'
import type { Room } from '#contract/rooms/calls.ts'
import type { TicketOnSale, TicketType } from '#contract/tickets/calls.ts'
import { typeSalesEnd } from '#contract/tickets/ticket-type.ts'
import { SeatPanel } from '#pwa/features/events/purchase/SeatPanel.tsx'
import type { Waited } from '#pwa/features/events/purchase/SeatWait.tsx'
import type { SeatState } from '#pwa/features/events/purchase/seat-state.ts'
import type { Choice } from '#pwa/lib/choice-path.ts'
import { paths } from '#pwa/lib/paths.ts'
import { subjectOf } from '#pwa/lib/ticket-subject.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import type { PromotionInUse } from '../promotions/usePromotion.ts'

export interface EntryPanelProps {
  ticket: TicketOnSale
  room: Room | undefined
}

export type CodedPanelProps = EntryPanelProps & { promotion: PromotionInUse }

/** One seat is chosen unless told otherwise. */
export const choiceOf = (
  seats: number,
  type: TicketType | null,
  { carried: code }: PromotionInUse,
): Choice => ({
  ...(type && { type: type.id }),
  ...(seats > 1 && { seats: String(seats) }),
  ...(code && { code }),
})

interface EntrySeatPanelProps extends EntryPanelProps {
  /** Of a ticket with types: the one that is bought, or waited for. */
  type?: TicketType | null
  group?: Waited['group'] | false | null
  what: string
  amount: number
  price?: string
  choice?: ReactNode
  state: SeatState
  carried?: Choice
  note: ReactNode
  sheet: (onClose: () => void, joining: Room | undefined) => ReactNode
}

const waitedType = ({ id, name, capacity }: TicketType) => ({
  ...{ id, name },
  isShared: capacity === null,
})

/** The purchase of an entry ticket, whose state is known. */
export const EntrySeatPanel = ({ ticket, room, type, group, ...props }: EntrySeatPanelProps) => (
  <SeatPanel
    {...props}
    subject={subjectOf(ticket)}
    room={ticket.members_only ? room : undefined}
    foot={false}
    waited={{
      kind: 'digital_ticket',
      id: ticket.id,
      hours: ticket.offer_hours,
      until: type ? typeSalesEnd(type, ticket) : ticket.starts_at,
      ...(type && { type: waitedType(type) }),
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
