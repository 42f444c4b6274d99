/** How long the admin pages stay open after the password was entered again. */
export const OPERATOR_CONFIRMED_MIN = 30
/** Reason of an operator's action: code points. */
export const OPERATOR_REASON_MAX = 500
/** Banned words of the service. */
export const BANNED_WORDS_MAX = 1_000
export const RECONCILIATION_KEPT_DAYS = 365
/** Who has which task of the queue. */
export const ASSIGNMENT_KEPT_DAYS = 180

/** Limits of operators' texts: code points. */
export const NEWS_MAX = { slug: 80, title: 100, lead: 300, body: 20_000 }
export const LEGAL_MAX = { title: 100, body: 25_000 }
export const HELP_MAX = { entries: 60, question: 200, answer: 3_000 }
export const BAND_MAX = 200
