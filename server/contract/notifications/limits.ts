/** Days after which a line leaves the list. */
export const NOTIFICATIONS_KEPT_DAYS = 90
/** Unread lines are counted up to this number. */
export const NOTIFICATIONS_COUNTED_MAX = 100
