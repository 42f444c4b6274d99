import type { NotNull } from 'kysely'
import type { Tx } from '#server/db/schema.ts'
import type { Ours } from './facts.ts'

/** What is sold of each event and ticket, what is held, and what is offered. */
export const readSeats = async (tx: Tx) => ({
  events: await readEvents(tx),
  types: await readTypes(tx),
  typedSeats: await readTypedSeats(tx),
  codes: await readCodes(tx),
  redemptions: await readRedemptions(tx),
  entries: await readEntries(tx),
  companions: await readCompanions(tx),
  holds: await readHolds(tx),
  listings: await readListings(tx),
  offers: await readOffers(tx),
  gathered: await readGathered(tx),
})

const readEvents = (tx: Tx) =>
  tx.selectFrom('event').select(['id', 'capacity', 'taken', 'participants']).execute()

const readTypes = (tx: Tx) =>
  tx.selectFrom('ticket_type').select(['id', 'capacity', 'taken']).execute()

const readCodes = (tx: Tx) =>
  tx
    .selectFrom('promotion_code')
    .innerJoin('promotion', 'promotion.id', 'promotion_code.promotion_id')
    .select(['promotion_code.id', 'promotion_code.taken', 'promotion.seats as limit'])
    .execute()

const readRedemptions = (tx: Tx) =>
  tx
    .selectFrom('redemption')
    .select(['code_id', 'seats'])
    .where('released_at', 'is', null)
    .execute()

const readEntries = (tx: Tx) =>
  tx.selectFrom('digital_ticket').select(['id', 'capacity', 'taken']).execute()

const readCompanions = (tx: Tx) =>
  tx
    .selectFrom('companion_seat')
    .select('digital_ticket_id')
    .where('state', 'in', ['open', 'admitted'])
    .execute()

const readHolds = (tx: Tx) =>
  tx
    .selectFrom('hold')
    .innerJoin('order', 'order.id', 'hold.order_id')
    .select(['hold.order_id', 'hold.kind', 'hold.subject_id', 'order.seats'])
    .where('hold.released_at', 'is', null)
    .execute()

const readListings = (tx: Tx) =>
  tx.selectFrom('resale').select(['kind', 'subject_id']).where('closed_at', 'is', null).execute()

const readOffers = (tx: Tx) =>
  tx
    .selectFrom('seat_offer')
    .select(['kind', 'subject_id', 'seats'])
    .where('closed_at', 'is', null)
    .execute()

const readGathered = (tx: Tx) =>
  tx
    .selectFrom('waitlist')
    .select(['kind', 'subject_id', 'gathered as seats'])
    .where('closed_at', 'is', null)
    .where('gathered', '>', 0)
    .execute()

/**
 * The tickets of types, the seats of companions that are not handed over, and the seats that are held, without those of
 * listed tickets.
 */
async function readTypedSeats(tx: Tx): Promise<Ours['typedSeats']> {
  const issued = await tx
    .selectFrom('issued_ticket')
    .select('ticket_type_id')
    .where('status', 'in', ['valid', 'used'])
    .where('ticket_type_id', 'is not', null)
    .$narrowType<{ ticket_type_id: NotNull }>()
    .execute()
  const companions = await tx
    .selectFrom('companion_seat')
    .innerJoin('issued_ticket as leader', 'leader.id', 'companion_seat.leader_id')
    .select('leader.ticket_type_id')
    .where('companion_seat.state', 'in', ['open', 'admitted'])
    .where('leader.ticket_type_id', 'is not', null)
    .$narrowType<{ ticket_type_id: NotNull }>()
    .execute()
  const holds = await tx
    .selectFrom('hold')
    .innerJoin('order', 'order.id', 'hold.order_id')
    .select(['order.ticket_type_id', 'order.seats'])
    .where('hold.released_at', 'is', null)
    .where('order.ticket_type_id', 'is not', null)
    .$narrowType<{ ticket_type_id: NotNull }>()
    .execute()
  const offers = await tx
    .selectFrom('seat_offer')
    .select(['ticket_type_id', 'seats'])
    .where('closed_at', 'is', null)
    .where('ticket_type_id', 'is not', null)
    .$narrowType<{ ticket_type_id: NotNull }>()
    .execute()
  const gathered = await tx
    .selectFrom('waitlist')
    .select(['ticket_type_id', 'gathered as seats'])
    .where('closed_at', 'is', null)
    .where('gathered', '>', 0)
    .where('ticket_type_id', 'is not', null)
    .$narrowType<{ ticket_type_id: NotNull }>()
    .execute()
  const listings = await tx
    .selectFrom('resale')
    .innerJoin('order', 'order.id', 'resale.order_id')
    .select('order.ticket_type_id')
    .where('resale.closed_at', 'is', null)
    .where('order.ticket_type_id', 'is not', null)
    .$narrowType<{ ticket_type_id: NotNull }>()
    .execute()
  return [
    ...[...issued, ...companions].map((row) => ({ ...row, seats: 1, held: false })),
    ...[...holds, ...offers, ...gathered].map((row) => ({ ...row, held: true })),
    ...listings.map((row) => ({ ...row, seats: -1, held: true })),
  ]
}
