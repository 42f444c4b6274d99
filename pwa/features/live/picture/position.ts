import { numbersIn } from '#pwa/lib/unknown.ts'

const KEY = 'room-position'
/** The number of newest positions kept. */
const MAX_POSITIONS = 50
/** Closer to the end than this many seconds, playback restarts from the beginning. */
const END_S = 15
/** Positions within the first seconds are not stored. */
const START_S = 10

function read(): Record<string, number> {
  try {
    return numbersIn(localStorage.getItem(KEY) ?? '{}')
  } catch {
    return {} // Storage is disabled, or contains invalid data.
  }
}

/** The stored playback position in an archive, in seconds. */
export const positionOf = (user: string, eventId: string): number =>
  read()[`${user} ${eventId}`] ?? 0

export function savePosition(user: string, eventId: string, seconds: number, duration: number) {
  const { [`${user} ${eventId}`]: _, ...otherPositions } = read()
  const worth = seconds > START_S && seconds < duration - END_S
  const positions = Object.entries(otherPositions).slice(-(MAX_POSITIONS - 1))
  if (worth) positions.push([`${user} ${eventId}`, Math.floor(seconds)])
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(positions)))
  } catch {
    // Storage is full or disabled: the position is not stored.
  }
}
