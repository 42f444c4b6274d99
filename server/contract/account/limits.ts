/** Data exports are expensive to create. */
export const EXPORTS = { max: 5, perMs: 60 * 60_000 }
export const FEEDBACK_MAX = 2_000
/** Days until feedback to the service is erased. */
export const FEEDBACK_KEPT_DAYS = 365
