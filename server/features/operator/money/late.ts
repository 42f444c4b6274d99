/** A refund that the provider did not tell of for so long needs somebody. */
const LATE_MS = 60 * 60_000

/** Refunds that were asked for before it are late. */
export const lateSince = (now: Date) => new Date(now.getTime() - LATE_MS).toISOString()
