import type { Instant } from '#server/db/schema/types.ts'

/**
 * The deadline of 公式リセール after a form; null: none. An older one never stays behind the start, which may have been
 * moved; a new one is validated.
 */
export function resaleUntilAfter(
  before: Instant | null,
  input: Instant | '' | undefined,
  start: Instant,
): Instant | null {
  if (input !== undefined) return input === '' ? null : input
  return before !== null && before > start ? start : before
}

interface Planned {
  resale_until: Instant | null
}

/** Whether a form takes away a part of the time that holders were promised. Only an earlier start may. */
export const isResaleCut = (before: Planned, after: Planned, start: Instant): boolean =>
  before.resale_until !== null &&
  (after.resale_until ?? '') < (before.resale_until < start ? before.resale_until : start)
