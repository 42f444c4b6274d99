/** Length of a push endpoint or token. */
export const PUSH_ENDPOINT_MAX = 2_000
/** Registered push devices per user: the latest. */
export const PUSH_DEVICES_MAX = 10
/** Test notifications that users send to themselves. */
export const PUSH_TESTS = { max: 5, perMs: 60_000 }
/** Hours in Japan, from and to, without notifications for users who chose that. */
export const QUIET_HOURS = { from: 23, to: 8 }
/** Reminders of an event: at this hour of the evening before, and this long before its start. */
export const REMINDER_EVENING_HOUR = 19
export const REMINDER_SOON_MS = 60 * 60_000
/** Users without a notification by this time before the start get an email. */
export const REMINDER_MAIL_MS = 3 * 60 * 60_000
