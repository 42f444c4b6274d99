import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useState,
} from 'react'
import { MINUTE_MS } from '#contract/lib/durations.ts'

const NowContext = createContext('')

/** The time of server rendering, then the browser's clock, so that hydration renders the same text. */
export function NowProvider({ at, children }: { at: string; children: ReactNode }) {
  const [now, setNow] = useState(at)
  useEffect(() => {
    // A transition, as parts of the page may still be hydrating.
    const tick = () => startTransition(() => setNow(new Date().toISOString()))
    tick()
    const timer = setInterval(tick, MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return <NowContext value={now}>{children}</NowContext>
}

/** A moment that stands still, for what is shown as it will be then. */
export const StillNow = NowContext

/** ISO 8601, updated each minute. */
export const useNow = () => useContext(NowContext)
