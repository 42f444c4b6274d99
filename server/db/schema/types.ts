/** A UUIDv7: text that sorts by time. */
export type Id = string
/** ISO 8601 in UTC, with milliseconds. */
export type Instant = string
/** JSON as text. */
export type Json = string
export type Flag = 0 | 1
/** Integer yen, tax included. */
export type Yen = number
