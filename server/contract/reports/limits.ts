/** Reports of one person. */
export const REPORTS_OF_ONE = { max: 20, perMs: 60 * 60_000 }
export const REPORT_REASON_MAX = 500
/** Days after the decision until a report's evidence and its reporter's text are erased. */
export const REPORT_KEPT_DAYS = 180
