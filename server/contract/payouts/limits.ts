/** Ticket revenue is held until this many days after the event. */
export const HELD_AFTER_EVENT_DAYS = 3
/**
 * Days before its end from which a ticket is sold: in Japan the provider holds money for 90 days at most, of which the
 * days after the event and a week to the next payout are taken.
 */
export const SALES_DAYS = 80
/** Ticket revenue is not held longer, also if its event was moved. */
export const HELD_AT_MOST_DAYS = SALES_DAYS + HELD_AFTER_EVENT_DAYS
/** Weekday in Japan from which the weekly payouts are made: 0 is Sunday. */
export const PAYOUT_WEEKDAY = 5
export const PAYOUTS_SHOWN = 100
