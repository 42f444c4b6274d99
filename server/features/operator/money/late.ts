/** The provider writes its line of a payment or refund within an hour, and is asked for it meanwhile: what is older needs somebody. */
const LATE_MS = 2 * 60 * 60_000

/** What was paid, or asked back, before it is late. */
export const lateSince = (now: Date) => new Date(now.getTime() - LATE_MS).toISOString()
