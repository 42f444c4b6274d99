/** Room fields. */
export const ROOM_MAX = { title: 50, about: 5_000 }
export const STAFF_MAX = 30
/** Grace period of an unpaid renewal, and the days of its reminders. */
export const PAST_DUE_DAYS = 7
export const PAST_DUE_MAILS = [0, 3, 6]
