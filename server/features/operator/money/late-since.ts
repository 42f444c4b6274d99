/** The provider's balance line appears within an hour and is polled meanwhile: later ones need an operator. */
const LATE_MS = 2 * 60 * 60_000

/** Payments and refunds older than this instant are late. */
export const lateSince = (now: Date) => new Date(now.getTime() - LATE_MS).toISOString()
