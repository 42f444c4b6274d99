import { useCallback, useEffect, useRef, useState } from 'react'
import { keepOffset, measureOffset, offsetAfter, recallOffset } from './phone-clock.ts'

const LOOK_MS = 1_000

export interface PhoneClock {
  /** How far the server's clock is before this phone's, in milliseconds; 0 where nothing is known to be wrong. */
  offset: number
  nowMs: () => number
}

/** The time as the server has it, also on a phone whose clock is wrong, and without a network from then on. */
export function usePhoneClock(canAsk: boolean): PhoneClock {
  const [offset, setOffset] = useState(() => recallOffset(Date.now()))
  const current = useRef(offset)
  const set = useCallback((next: number) => {
    current.current = next
    keepOffset(next, Date.now())
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

  // A clock that nobody can set tells when the phone's is set.
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
