import { useCallback, useEffect, useRef, useState } from 'react'
import { measureOffset, offsetAfter, readOffset, storeOffset } from './phone-clock.ts'

const LOOK_MS = 1_000

export interface PhoneClock {
  /** The server's clock minus this phone's, in milliseconds; 0 without a known error. */
  offset: number
  nowMs: () => number
}

/** The server's time on a phone with a wrong clock; works offline after the first measurement. */
export function usePhoneClock(canAsk: boolean): PhoneClock {
  const [offset, setOffset] = useState(() => readOffset(Date.now()))
  const current = useRef(offset)
  const set = useCallback((next: number) => {
    current.current = next
    storeOffset(next, Date.now())
    setOffset(next)
  }, [])

  useEffect(() => {
    if (!canAsk) return
    let isHere = true
    const measure = () => {
      if (document.visibilityState !== 'visible') return
      void measureOffset().then((measured) => isHere && measured !== null && set(measured))
    }
    measure()
    document.addEventListener('visibilitychange', measure)
    return () => {
      isHere = false
      document.removeEventListener('visibilitychange', measure)
    }
  }, [canAsk, set])

  // Compares with the monotonic clock to detect that the phone's clock was set.
  useEffect(() => {
    const drift = () => Date.now() - performance.now()
    let before = drift()
    const look = () => {
      const now = drift()
      const left = offsetAfter(current.current, now - before)
      before = now
      if (left !== current.current) set(left)
    }
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [set])

  return { offset, nowMs: useCallback(() => Date.now() + offset, [offset]) }
}
