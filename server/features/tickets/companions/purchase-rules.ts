import { OFFER_ONE_SEAT, seatsLimit } from '#contract/tickets/messages.ts'
import type { DigitalTicket } from '#server/db/schema/tickets.ts'
import type { Db } from '#server/db/schema.ts'
import * as seatOffers from '#server/features/orders/waitlist/seat-offer-queries.ts'
import { ApiError } from '#server/http/api-error.ts'

/** Refuses more seats than one purchase may take. The seat that a waiting list offers is for one person. */
export async function assertSeats(
  db: Db,
  { id: productId, max_seats }: Pick<DigitalTicket, 'id' | 'max_seats'>,
  userId: string,
  seats: number,
  at: string,
) {
  if (seats === 1) return
  if (seats > max_seats) throw new ApiError(409, seatsLimit(max_seats))
  if (await seatOffers.findOpen(db, { kind: 'digital_ticket', productId, userId, at }))
    throw new ApiError(409, OFFER_ONE_SEAT)
}
