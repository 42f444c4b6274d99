import { useState } from 'react'

/** Milliseconds since the first render, by the monotonic clock. */
export function useElapsed(): () => number {
  const [startedAt] = useState(() => performance.now())
  return () => performance.now() - startedAt
}
