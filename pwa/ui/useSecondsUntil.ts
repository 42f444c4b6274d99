import { useEffect, useState } from 'react'

const TICK_MS = 250
const secondsUntil = (at: number) => Math.max(0, Math.ceil((at - performance.now()) / 1_000))

/** Full seconds until `at`, counting down to 0; `at` in milliseconds of `performance.now()`. */
export function useSecondsUntil(at: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(at))
  useEffect(() => {
    const look = () => {
      const left = secondsUntil(at)
      setSeconds(left)
      if (left === 0) clearInterval(timer)
    }
    const timer = setInterval(look, TICK_MS)
    look()
    return () => clearInterval(timer)
  }, [at])
  return seconds
}
