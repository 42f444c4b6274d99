export interface Clock {
  now: () => Date
}

/** `offsetMs` moves the whole server in time; configuration refuses it outside a demo. */
export const systemClock = (offsetMs = 0): Clock => ({ now: () => new Date(Date.now() + offsetMs) })

/**
 * Whether what was kept at an instant holds at another, being kept for so long; all in milliseconds since 1970. What was
 * kept by a clock that was ahead does not: it would hold until that time is there.
 */
export const isYoung = (keptAt: number, now: number, forMs: number) =>
  now >= keptAt && now - keptAt < forMs

/** A clock that stands still until it is moved. */
export function fakeClock(start = '2026-11-20T03:00:00.000Z') {
  let now = Date.parse(start)
  return {
    now: () => new Date(now),
    move: (ms: number) => {
      now += ms
    },
  }
}
