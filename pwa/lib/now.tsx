import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useState,
} from 'react'

const MINUTE_MS = 60_000
const NowContext = createContext('')

/** The present moment as the page was written, then as the browser's clock goes on: both sides say the same words. */
export function NowProvider({ at, children }: { at: string; children: ReactNode }) {
  const [now, setNow] = useState(at)
  useEffect(() => {
    // In no hurry: parts of the page that the server wrote may still be coming to life.
    const tick = () => startTransition(() => setNow(new Date().toISOString()))
    tick()
    const timer = setInterval(tick, MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return <NowContext value={now}>{children}</NowContext>
}

/** ISO 8601, renewed each minute. */
export const useNow = () => useContext(NowContext)
