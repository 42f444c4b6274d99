export const DISCLOSURE_REASON_MAX = 500
/** Disclosure requests: per client, and per seller. Requesters are erased after a number of days. */
export const DISCLOSURES_ASKED = { max: 5, perMs: 60 * 60_000 }
export const DISCLOSURES_TO_ONE = { max: 30, perMs: 24 * 60 * 60_000 }
export const DISCLOSURE_KEPT_DAYS = 90

/** A disclosure request is overdue after this many days; sellers are reminded at this interval. */
export const DISCLOSURE_LATE_DAYS = 7
export const DISCLOSURE_REMIND_DAYS = 1
