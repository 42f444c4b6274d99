import { useState } from 'react'
import { useNow } from '#pwa/lib/now.tsx'
import { corrected, recallOffset } from './phone-clock.ts'

/** The present as the server last had it, on a phone whose clock is wrong: ISO 8601. */
export function useCorrectedNow(): string {
  const [offset] = useState(() => recallOffset(Date.now()))
  return corrected(useNow(), offset)
}
