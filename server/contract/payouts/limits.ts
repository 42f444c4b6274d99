/** Ticket revenue is held until this many days after the event. */
export const HELD_AFTER_EVENT_DAYS = 3
/** Weekday in Japan from which the weekly payouts are made: 0 is Sunday. */
export const PAYOUT_WEEKDAY = 5
export const PAYOUTS_SHOWN = 100
