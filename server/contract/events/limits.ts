/** Event fields. */
export const EVENT_MAX = {
  title: 100,
  about: 5_000,
  hours: 24,
  capacity: 100_000,
  archiveDays: 365,
}
/** Ticket holders may ask for a refund if an event is this late. */
export const NOT_STARTED_MS = 60 * 60_000
/** The same if its start was moved by more than this, within a number of days after the change. */
export const MOVED_FAR_MS = 60 * 60_000
export const MOVED_REFUND_DAYS = 7
/** Polling interval of the event's state, plus up to half of it at random to spread the requests. */
export const EVENT_POLL_MS = 20_000
