export interface Clock {
  now: () => Date
}

/** The current time as an ISO 8601 text, as the database keeps it. */
export const isoNow = ({ clock }: { clock: Clock }): string => clock.now().toISOString()

/** `offsetMs` shifts the time of the whole server; allowed in a demo only. */
export const systemClock = (offsetMs = 0): Clock => ({ now: () => new Date(Date.now() + offsetMs) })

/**
 * Whether a cached value is still valid; all times in milliseconds since 1970. A value cached by a clock that was
 * ahead is not: it would last until that time.
 */
export const isYoung = (cachedAt: number, now: number, forMs: number) =>
  now >= cachedAt && now - cachedAt < forMs

/** A clock that only `move` advances. */
export function fakeClock(start = '2026-11-20T03:00:00.000Z') {
  let now = Date.parse(start)
  return {
    now: () => new Date(now),
    move: (ms: number) => {
      now += ms
    },
  }
}
