import { isLotteryOnly } from '#contract/lottery/phase.ts'
import type { Room } from '#contract/rooms/calls.ts'
import type { TicketOnSale } from '#contract/tickets/calls.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { LotteryPanel } from '../lottery/LotteryPanel.tsx'
import { EntryPanel } from './EntryPanel.tsx'

interface SalePanelProps {
  ticket: TicketOnSale
  room: Room | undefined
}

/** The way to an entry ticket: its lottery, or its purchase. */
export function SalePanel({ ticket, room }: SalePanelProps) {
  const now = useNow()
  // An answer that was kept by the last release has none.
  const lottery = ticket.lottery ?? null
  return lottery && isLotteryOnly(lottery, now) ? (
    <LotteryPanel ticket={ticket} sale={lottery} room={room} />
  ) : (
    <EntryPanel ticket={ticket} room={room} />
  )
}
