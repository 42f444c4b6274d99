import { sql } from 'kysely'

/** Largest assumed clock skew between nodes. */
const DIFFER_MS = 60_000

/** Timestamps after this instant were written by a clock that was ahead. */
export const aheadOf = (now: Date) => new Date(now.getTime() + DIFFER_MS).toISOString()

export interface Untouched {
  before: string
  ahead: string
}

/** Filter for rows that were not processed for `ms`. */
export const untouchedFor = (now: Date, ms: number): Untouched => ({
  before: new Date(now.getTime() - ms).toISOString(),
  ahead: aheadOf(now),
})

/**
 * Whether a timestamp of the last processing is at or before `before`. A timestamp in the future counts as well: a
 * clock that was ahead wrote it, and the row must not wait until then.
 */
export const isUntouched = (column: string, { before, ahead }: Untouched) =>
  sql<boolean>`(${sql.ref(column)} <= ${before} or ${sql.ref(column)} > ${ahead})`

export interface TimeWindow {
  after: string
  ahead: string
}

/** Filter for actions within the last `ms`. */
export const windowOf = (now: Date, ms: number): TimeWindow => ({
  after: new Date(now.getTime() - ms).toISOString(),
  ahead: aheadOf(now),
})

/**
 * Whether a timestamp of a rate-limited action is recent. A timestamp in the future does not count: a clock that was
 * ahead wrote it, and the user would be blocked until then.
 */
export const isWithin = (column: string, { after, ahead }: TimeWindow) =>
  sql<boolean>`(${sql.ref(column)} > ${after} and ${sql.ref(column)} <= ${ahead})`
