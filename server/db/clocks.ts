import { sql } from 'kysely'

/** Clocks of nodes differ by less. */
const DIFFER_MS = 60_000

/** The instant after which nothing can have been written but by a clock that was ahead. */
export const aheadOf = (now: Date) => new Date(now.getTime() + DIFFER_MS).toISOString()

export interface Quiet {
  before: string
  ahead: string
}

/** For what nobody has looked at for `ms`. */
export const quietFor = (now: Date, ms: number): Quiet => ({
  before: new Date(now.getTime() - ms).toISOString(),
  ahead: aheadOf(now),
})

/**
 * Of an instant that our clock wrote as it looked at the row last: it is no later than `before`; or a clock that was
 * ahead wrote it, and nobody waits until that time is there.
 */
export const isQuiet = (column: string, { before, ahead }: Quiet) =>
  sql<boolean>`(${sql.ref(column)} <= ${before} or ${sql.ref(column)} > ${ahead})`

export interface Lately {
  after: string
  ahead: string
}

/** For what is counted that was done within `ms`. */
export const latelyIn = (now: Date, ms: number): Lately => ({
  after: new Date(now.getTime() - ms).toISOString(),
  ahead: aheadOf(now),
})

/**
 * Of an instant that our clock wrote as somebody did something of which there may be so much in a while. What a clock
 * that was ahead wrote does not count: they would be told to wait until its time is over.
 */
export const isLately = (column: string, { after, ahead }: Lately) =>
  sql<boolean>`(${sql.ref(column)} > ${after} and ${sql.ref(column)} <= ${ahead})`
