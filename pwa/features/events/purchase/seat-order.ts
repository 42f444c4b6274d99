import type { ConfirmationLine } from '#contract/orders/confirmation.ts'
import { FREE_ROOM, jointSums, roomConfirmation } from '#contract/orders/confirmation.ts'
import type { Room } from '#contract/rooms/calls.ts'
import { formatPrice, yen } from '#pwa/lib/format.ts'
import { acquisitionLabels } from './acquisition-labels.ts'

interface SeatOrder {
  /** Something is to be paid. */
  paid: boolean
  lines: ConfirmationLine[]
  terms?: { title: string; lines: ConfirmationLine[] }[]
  /** The labels of the submit button. */
  price: string
  action: string
  /** Yen that a wallet pays today, and each month from then on. */
  wallet: { amount: number; monthly: number | null }
}

/**
 * What a buyer of a ticket confirms: the ticket, and the membership of `room` that is bought with it, if any. `lines`: the
 * ticket's own confirmation; `now`: an instant.
 */
export function seatOrderOf(
  amount: number,
  lines: ConfirmationLine[],
  room: Pick<Room, 'amount'> | undefined,
  now: string,
): SeatOrder {
  const { confirm, confirmBoth } = acquisitionLabels(amount)
  if (!room)
    return {
      paid: amount > 0,
      lines,
      price: formatPrice(amount),
      action: confirm,
      wallet: { amount, monthly: null },
    }
  const sum = amount + room.amount
  const joining = room.amount > 0 ? roomConfirmation(room.amount, now) : FREE_ROOM
  return {
    paid: sum > 0,
    lines: jointSums({ ticket: amount, room: room.amount }, now),
    terms: [
      { title: 'チケットについて', lines },
      { title: 'ルーム参加について', lines: joining },
    ],
    price: sum > 0 ? `本日 ${yen(sum)}` : formatPrice(0),
    action: confirmBoth,
    wallet: { amount: sum, monthly: room.amount > 0 ? room.amount : null },
  }
}
