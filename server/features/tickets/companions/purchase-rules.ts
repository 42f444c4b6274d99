import { offerSeats, seatsLimit } from '#contract/tickets/messages.ts'
import type { DigitalTicket } from '#server/db/schema/tickets.ts'
import type { Db } from '#server/db/schema.ts'
import * as seatOffers from '#server/features/orders/waitlist/seat-offer-queries.ts'
import { ApiError } from '#server/http/api-error.ts'

/**
 * Refuses more seats than one purchase may take, or than are offered of this type: then those, also if fewer are sold together by now.
 * Returns until when seats are held for the person; null: none are.
 */
export async function assertSeats(
  db: Db,
  { id: productId, max_seats }: Pick<DigitalTicket, 'id' | 'max_seats'>,
  userId: string,
  { type, seats }: { type: string | null; seats: number },
  at: string,
): Promise<string | null> {
  const open = await seatOffers.findOpen(db, { kind: 'digital_ticket', productId, userId, at })
  const offer = open?.ticket_type_id === type ? open : undefined
  if (offer && seats > offer.seats) throw new ApiError(409, offerSeats(offer.seats))
  if (!offer && seats > max_seats) throw new ApiError(409, seatsLimit(max_seats))
  return offer?.expires_at ?? null
}
