import { useState } from 'react'
import { useNow } from '#pwa/lib/now.tsx'
import { corrected, readOffset } from './phone-clock.ts'

/** The server's time, also on a phone with a wrong clock. ISO 8601. */
export function useCorrectedNow(): string {
  const [offset] = useState(() => readOffset(Date.now()))
  return corrected(useNow(), offset)
}
