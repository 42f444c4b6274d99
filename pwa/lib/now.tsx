import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useState,
} from 'react'
import { MINUTE_MS } from '#contract/lib/durations.ts'
import { clockOffset, serverTimeOf } from './clock/server-time.ts'

const NowContext = createContext('')

/**
 * The time of server rendering, so that hydration renders the same text; then that of the browser's clock, corrected by
 * its known error: on a phone that is a day fast, a sale must not look over.
 */
export function NowProvider({ at, children }: { at: string; children: ReactNode }) {
  const [now, setNow] = useState(at)
  useEffect(() => {
    // A transition, as parts of the page may still be hydrating.
    const tick = () => startTransition(() => setNow(serverTimeOf(Date.now())))
    tick()
    const timer = setInterval(tick, MINUTE_MS)
    // A phone that slept stops its timers.
    document.addEventListener('visibilitychange', tick)
    const stopFollowing = clockOffset.subscribe(tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
      stopFollowing()
    }
  }, [])
  return <NowContext value={now}>{children}</NowContext>
}

/** A moment that stands still, for what is shown as it will be then. */
export const StillNow = NowContext

/** ISO 8601, updated each minute. */
export const useNow = () => useContext(NowContext)
