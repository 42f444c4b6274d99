// A ticket in a lottery is sold to nobody but those who have won, each at the type that they won.

import {
  LOTTERY_NO_GIVING,
  LOTTERY_ONLY,
  LOTTERY_OVER,
  LOTTERY_TYPE,
} from '#contract/lottery/messages.ts'
import { isLotteryOnly, lotteryPhaseAt } from '#contract/lottery/phase.ts'
import type { Lottery } from '#server/db/schema/lotteries.ts'
import type { Db } from '#server/db/schema.ts'
import { findOpenOrder } from '#server/features/orders/checkout/queries.ts'
import { ApiError } from '#server/http/api-error.ts'
import * as query from './queries.ts'

/** Whether only winners buy: for good unless the rest is sold. */
const isReserving = (lottery: Lottery | undefined, now: string): lottery is Lottery =>
  lottery !== undefined && isLotteryOnly({ ...lottery, then_sold: lottery.then_sold === 1 }, now)

/** Whether every seat is that of a winner, or nobody's: until the end of the lottery. */
export async function isLotteryReserved(db: Db, ticketId: string, now: string): Promise<boolean> {
  const lottery = await query.findLottery(db, ticketId)
  return lottery !== undefined && lotteryPhaseAt(lottery, now) !== 'over'
}

/** Refuses to give a ticket away: its places are promised to those who applied. */
export async function assertGivable(db: Db, ticketId: string, now: string) {
  if (await isLotteryReserved(db, ticketId, now)) throw new ApiError(409, LOTTERY_NO_GIVING)
}

/**
 * The deadline of the seat that this person won, or is paying for; null: the ticket is sold without a lottery. Throws an
 * `ApiError` if they have won none, or chose another type.
 */
export async function wonUntil(
  db: Db,
  ticketId: string,
  userId: string,
  type: string | null,
  now: string,
): Promise<string | null> {
  const lottery = await query.findLottery(db, ticketId)
  if (!isReserving(lottery, now)) return null
  const offer = await query.findDrawnOffer(db, ticketId, userId)
  const isOpen = offer?.closed_at === null && offer.created_at <= now && offer.expires_at > now
  const of = { buyerId: userId, kind: 'digital_ticket', productId: ticketId } as const
  const isPaying =
    offer?.outcome === 'taken' && (await findOpenOrder(db, of))?.id === offer.order_id
  if (!offer || !(isOpen || isPaying))
    throw lotteryPhaseAt(lottery, now) === 'over'
      ? new ApiError(410, LOTTERY_OVER)
      : new ApiError(409, LOTTERY_ONLY)
  if (offer.ticket_type_id !== type) throw new ApiError(409, LOTTERY_TYPE)
  return offer.expires_at
}
