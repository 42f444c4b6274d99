/** Tickets that one person may list. */
export const RESALES = { max: 30, perMs: 24 * 60 * 60_000 }
