import type { Db } from '#server/db/schema.ts'
import { addressee } from '#server/features/orders/receipts/queries.ts'

export const orders = (db: Db, userId: string) =>
  db
    .selectFrom('order')
    .innerJoin('user as seller', 'seller.id', 'order.seller_id')
    .select(['order.id', 'order.kind', 'order.snapshot', 'seller.display_name as seller'])
    .select(['order.amount', 'order.refunded_amount', 'order.state'])
    .select(['order.created_at', 'order.settled_at'])
    // The deadline of a payment in a convenience store; null: by card.
    .select((eb) =>
      eb
        .selectFrom('attempt')
        .select((of) => of.fn.max('attempt.pay_until').as('pay_until'))
        .whereRef('attempt.order_id', '=', 'order.id')
        .as('pay_until'),
    )
    .where('order.buyer_id', '=', userId)
    .orderBy('order.created_at')
    .execute()

/** Receipts of all payments, grouped by payment. */
export const receipts = (db: Db, userId: string) =>
  db
    .selectFrom('receipt')
    .innerJoin('order', 'order.id', 'receipt.order_id')
    .innerJoin('user as buyer', 'buyer.id', 'order.buyer_id')
    .innerJoin('user as seller', 'seller.id', 'order.seller_id')
    .select(['receipt.kind', 'receipt.number', 'receipt.body', 'receipt.issued_at'])
    .select(['buyer.display_name as buyer_name', 'seller.display_name as seller_name'])
    .select('receipt.order_id')
    .select(addressee)
    .where('order.buyer_id', '=', userId)
    .orderBy('receipt.order_id')
    .orderBy('receipt.issued_at')
    .orderBy('receipt.number', 'desc')
    .execute()

export const cards = (db: Db, userId: string) =>
  db
    .selectFrom('saved_card')
    .select(['brand', 'last4', 'exp_month', 'exp_year', 'main', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()

export const seats = (db: Db, userId: string) =>
  db
    .selectFrom('entitlement')
    .innerJoin('event', 'event.id', 'entitlement.subject_id')
    .select(['event.id as event_id', 'event.title', 'event.start_at', 'entitlement.number'])
    .select(['entitlement.status', 'entitlement.granted_at', 'entitlement.revoked_at'])
    .select('entitlement.live_only')
    .where('entitlement.user_id', '=', userId)
    .where('entitlement.kind', '=', 'event')
    .orderBy('entitlement.granted_at')
    .execute()

/** Without the ticket code, which admits its bearer. */
export const entries = (db: Db, userId: string) =>
  db
    .selectFrom('issued_ticket')
    .innerJoin('digital_ticket', 'digital_ticket.id', 'issued_ticket.digital_ticket_id')
    .select(['issued_ticket.id', 'digital_ticket.title', 'digital_ticket.venue'])
    .leftJoin('ticket_type', 'ticket_type.id', 'issued_ticket.ticket_type_id')
    .select(['digital_ticket.opens_at', 'issued_ticket.number', 'issued_ticket.status'])
    .select('ticket_type.name as type')
    .select(['issued_ticket.issued_at', 'issued_ticket.used_at'])
    .where('issued_ticket.holder_id', '=', userId)
    .orderBy('issued_ticket.issued_at')
    .execute()

/** Seats for companions of the person's tickets, and who accepted them; without the secrets of their links. */
export const companionSeats = (db: Db, userId: string) =>
  db
    .selectFrom('companion_seat')
    .innerJoin('issued_ticket as leader', 'leader.id', 'companion_seat.leader_id')
    .leftJoin('issued_ticket', 'issued_ticket.id', 'companion_seat.ticket_id')
    .leftJoin('user as companion', 'companion.id', 'issued_ticket.holder_id')
    .select(['companion_seat.leader_id as ticket_id', 'companion_seat.state'])
    .select(['companion.name as accepted_by', 'companion_seat.admitted_at'])
    .select('companion_seat.created_at')
    .where('leader.holder_id', '=', userId)
    .orderBy('companion_seat.created_at')
    .orderBy('companion_seat.seq')
    .execute()

/** Codes of entry tickets that the person used, and what they took off. */
export const redemptions = (db: Db, userId: string) =>
  db
    .selectFrom('redemption')
    .innerJoin('promotion_code', 'promotion_code.id', 'redemption.code_id')
    .select(['promotion_code.digital_ticket_id', 'promotion_code.code', 'redemption.order_id'])
    .select(['redemption.seats', 'redemption.discount', 'redemption.created_at'])
    .select('redemption.released_at')
    .where('redemption.user_id', '=', userId)
    .orderBy('redemption.created_at')
    .execute()

/** What the person told owners about their entry. */
export const entrants = (db: Db, userId: string) =>
  db
    .selectFrom('entrant')
    .innerJoin('digital_ticket', 'digital_ticket.id', 'entrant.digital_ticket_id')
    .select(['digital_ticket.title', 'entrant.needs', 'entrant.name', 'entrant.contact'])
    .select('entrant.created_at')
    .where('entrant.user_id', '=', userId)
    .orderBy('entrant.created_at')
    .execute()

/** Without the code, which admits its bearer. */
export const papers = (db: Db, userId: string) =>
  db
    .selectFrom('paper_ticket')
    .innerJoin('issued_ticket', 'issued_ticket.id', 'paper_ticket.issued_ticket_id')
    .innerJoin('digital_ticket', 'digital_ticket.id', 'issued_ticket.digital_ticket_id')
    .select(['digital_ticket.title', 'issued_ticket.number', 'paper_ticket.name'])
    .select('paper_ticket.created_at')
    .where('paper_ticket.user_id', '=', userId)
    .orderBy('paper_ticket.created_at')
    .execute()

/** Tickets given back for 公式リセール. */
export const resales = (db: Db, userId: string) =>
  db
    .selectFrom('resale')
    .innerJoin('order', 'order.id', 'resale.order_id')
    .select(['resale.kind', 'resale.subject_id', 'resale.order_id', 'resale.created_at'])
    .select(['resale.closed_at', 'resale.outcome'])
    .where('order.buyer_id', '=', userId)
    .orderBy('resale.created_at')
    .execute()

/** Places in waiting lists, with the seats that were offered. */
export const waits = (db: Db, userId: string) =>
  db
    .selectFrom('waitlist')
    .leftJoin('ticket_type', 'ticket_type.id', 'waitlist.ticket_type_id')
    .select(['waitlist.kind', 'waitlist.subject_id', 'ticket_type.name as type', 'waitlist.seats'])
    .select(['waitlist.created_at', 'waitlist.closed_at', 'waitlist.outcome'])
    .where('waitlist.user_id', '=', userId)
    .orderBy('waitlist.created_at')
    .execute()

/** Applications in lotteries, with what was chosen. */
export const applications = (db: Db, userId: string) =>
  db
    .selectFrom('application')
    .innerJoin('lottery_group', 'lottery_group.id', 'application.group_id')
    .select(['application.digital_ticket_id', 'application.public_id', 'application.contribution'])
    .select(['application.created_at', 'lottery_group.choices'])
    .where('application.user_id', '=', userId)
    .orderBy('application.created_at')
    .execute()

export const seatOffers = (db: Db, userId: string) =>
  db
    .selectFrom('seat_offer')
    .leftJoin('ticket_type', 'ticket_type.id', 'seat_offer.ticket_type_id')
    .select(['seat_offer.kind', 'seat_offer.subject_id', 'ticket_type.name as type'])
    .select(['seat_offer.order_id', 'seat_offer.seats', 'seat_offer.created_at'])
    .select(['seat_offer.expires_at', 'seat_offer.reminded_at'])
    .select(['seat_offer.closed_at', 'seat_offer.outcome'])
    .where('seat_offer.user_id', '=', userId)
    .orderBy('seat_offer.created_at')
    .execute()

export const transfers = (db: Db, userId: string) =>
  db
    .selectFrom('transfer')
    .innerJoin('user as giver', 'giver.id', 'transfer.from_id')
    .innerJoin('user as taker', 'taker.id', 'transfer.to_id')
    .select(['transfer.issued_ticket_id', 'giver.name as from', 'taker.name as to'])
    .select(['transfer.status', 'transfer.created_at', 'transfer.decided_at'])
    .where((eb) => eb.or([eb('from_id', '=', userId), eb('to_id', '=', userId)]))
    .orderBy('transfer.created_at')
    .execute()

export const reminders = (db: Db, userId: string) =>
  db
    .selectFrom('event_notify')
    .innerJoin('event', 'event.id', 'event_notify.event_id')
    .select(['event.id as event_id', 'event.title', 'event_notify.created_at'])
    .where('event_notify.user_id', '=', userId)
    .orderBy('event_notify.created_at')
    .execute()

export const watched = (db: Db, userId: string) =>
  db
    .selectFrom('watch')
    .innerJoin('event', 'event.id', 'watch.event_id')
    .select(['event.id as event_id', 'event.title', 'kind', 'minutes', 'last_minute'])
    .where('watch.user_id', '=', userId)
    .orderBy('last_minute')
    .execute()

/** Sales without their buyers, whose data is not the seller's. */
export const sales = (db: Db, userId: string) =>
  db
    .selectFrom('order')
    .select(['id', 'kind', 'snapshot', 'amount', 'refunded_amount', 'state', 'settled_at'])
    .where('seller_id', '=', userId)
    .where('settled_at', 'is not', null)
    .orderBy('settled_at')
    .execute()

/** The seller's ledger entries. */
export const proceeds = (db: Db, userId: string) =>
  db
    .selectFrom('ledger_entry')
    .select(['order_id', 'kind', 'amount', 'occurred_at'])
    .where('owner_id', '=', userId)
    .where('account', '=', 'seller')
    .orderBy('occurred_at')
    .orderBy('id')
    .execute()

export const payouts = (db: Db, userId: string) =>
  db
    .selectFrom('payout')
    .select(['amount', 'state', 'created_at', 'arrived_at'])
    .where('owner_id', '=', userId)
    .orderBy('created_at')
    .execute()

export const seller = (db: Db, userId: string) =>
  db
    .selectFrom('seller_account')
    .select(['state', 'seller', 'invoice_number', 'invoice_since', 'terms_accepted_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
