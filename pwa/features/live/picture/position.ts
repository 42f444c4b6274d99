const KEY = 'room-position'
/** The last few: nobody goes back to the others. */
const MOST = 50
/** Who was nearly through begins at the start again. */
const END_S = 15
/** The first seconds need no memory. */
const START_S = 10

type Positions = Record<string, number>

function read(): Positions {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Positions
  } catch {
    return {} // storage is off, or holds what is not ours
  }
}

/** Where somebody was in an archive, in seconds. */
export const positionOf = (user: string, eventId: string): number =>
  read()[`${user} ${eventId}`] ?? 0

export function keepPosition(user: string, eventId: string, seconds: number, duration: number) {
  const { [`${user} ${eventId}`]: _, ...others } = read()
  const worth = seconds > START_S && seconds < duration - END_S
  const kept = Object.entries(others).slice(-(MOST - 1))
  if (worth) kept.push([`${user} ${eventId}`, Math.floor(seconds)])
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // Storage is full or off: they will look for the place themselves.
  }
}
