import { useCallback, useEffect } from 'react'
import { learnOffset, offsetAfter, storeOffset } from '#pwa/lib/clock/phone-clock.ts'
import { clockOffset } from '#pwa/lib/clock/server-time.ts'
import { useStore } from '#pwa/lib/store.ts'

const LOOK_MS = 1_000

export interface PhoneClock {
  /** The server's clock minus this phone's, in milliseconds; 0 without a known error. */
  offset: number
  nowMs: () => number
}

/** The server's time on a phone with a wrong clock; works offline after the first measurement. */
export function usePhoneClock(canAsk: boolean): PhoneClock {
  const offset = useStore(clockOffset)
  useEffect(() => {
    if (!canAsk) return
    const measure = () => {
      if (document.visibilityState === 'visible') void learnOffset()
    }
    measure()
    document.addEventListener('visibilitychange', measure)
    return () => document.removeEventListener('visibilitychange', measure)
  }, [canAsk])

  // Compares with the monotonic clock to detect that the phone's clock was set.
  useEffect(() => {
    const drift = () => Date.now() - performance.now()
    let before = drift()
    const look = () => {
      const now = drift()
      const known = clockOffset.get()
      const left = offsetAfter(known, now - before)
      before = now
      if (left !== known) storeOffset(left, Date.now())
    }
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [])

  return { offset, nowMs: useCallback(() => Date.now() + offset, [offset]) }
}
