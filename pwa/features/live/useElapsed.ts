import { useState } from 'react'

/** Milliseconds since this was first drawn, on a clock that no change of the time of day moves. */
export function useElapsed(): () => number {
  const [startedAt] = useState(() => performance.now())
  return () => performance.now() - startedAt
}
