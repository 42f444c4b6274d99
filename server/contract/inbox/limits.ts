/** Messages: length in graphemes, UTF-16 units and lines; rate limits per person and per room. */
export const MESSAGE_MAX = { chars: 1_000, units: 10_000, lines: 100 }
export const ANNOUNCEMENT_MAX = { title: 50, chars: 2_000 }
export const MESSAGES_OF_ONE = { max: 20, perMs: 5 * 60_000 }
export const ANNOUNCEMENTS_OF_ROOM = { max: 5, perMs: 24 * 60 * 60_000 }
/** Polling interval of an open conversation, and of the list. */
export const MESSAGES_POLL_MS = 5_000
export const CONVERSATIONS_POLL_MS = 20_000

/** Messages of a conversation per page. */
export const MESSAGES_AT_ONCE = 50
