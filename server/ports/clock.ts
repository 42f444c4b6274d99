export interface Clock {
  now: () => Date
}

/** `offsetMs` moves the whole server in time; configuration refuses it outside a demo. */
export const systemClock = (offsetMs = 0): Clock => ({ now: () => new Date(Date.now() + offsetMs) })

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
