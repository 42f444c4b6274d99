import type { Room } from '#contract/rooms/calls.ts'
import { salesStart } from '#contract/shared/rules.ts'
import type { DigitalTicket } from '#contract/tickets/calls.ts'
import { acquisitionLabels } from '#pwa/features/events/purchase/acquisition-labels.ts'
import { SeatPanel } from '#pwa/features/events/purchase/SeatPanel.tsx'
import { seatStateOf } from '#pwa/features/events/purchase/seat-state.ts'
import { salesStartLabel } from '#pwa/features/events/sales-start.ts'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import { dayAndTime } from '#pwa/lib/format.ts'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'

const EntryOverlay = lazyWithProgress(async () => (await import('./EntryOverlay.tsx')).EntryOverlay)

/** The price of an entry ticket, and the next step to it. */
export function EntryPanel({ ticket, room }: { ticket: DigitalTicket; room: Room | undefined }) {
  const session = useSessionState()
  const now = useNow()
  const { amount, status, held, starts_at, valid_until, remaining, members_only, is_owner } = ticket
  const seat = {
    isOwner: is_owner,
    isCancelled: status === 'cancelled',
    isHeld: held,
    isEarly: (salesStart(amount, valid_until) ?? '') > now,
    isOver: starts_at <= now || (room !== undefined && room.state !== 1),
    remaining,
    forMembers: members_only,
  }
  const state = seatStateOf(seat, room, session.at)
  const isOnSale = state === 'visitor' || state === 'member' || state === 'outside'
  return (
    <SeatPanel
      what={ticket.resale ? '入場チケット（公式リセール）' : '入場チケット'}
      amount={amount}
      state={state}
      subject={{
        src: ticket.image_path,
        title: ticket.title,
        note: `${dayAndTime(starts_at)} 開演`,
      }}
      room={members_only ? room : undefined}
      foot={false}
      waited={{
        kind: 'digital_ticket',
        id: ticket.id,
        hours: ticket.offer_hours,
        until: starts_at,
      }}
      ownerPage={paths.ownTicket(ticket.id)}
      cancelled="この公演は中止になりました。"
      ticketActions={
        <Button icon="ticket" to={paths.ticketBox}>
          チケットボックスを開く
        </Button>
      }
      note={
        state === 'early'
          ? salesStartLabel(amount, valid_until)
          : isOnSale &&
            `開演（${dayAndTime(starts_at)}）まで${acquisitionLabels(amount).sale}・残り${remaining}枚`
      }
      sheet={(onClose, joining) => (
        <EntryOverlay ticket={ticket} joining={joining} onClose={onClose} />
      )}
    />
  )
}
