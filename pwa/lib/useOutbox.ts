import { useEffect, useState } from 'react'
import type { Outbox, Waiting } from './device.ts'
import { useSession } from './session.tsx'

interface Known {
  /** Null where this browser can keep nothing. */
  outbox: Outbox | null
  waiting: readonly Waiting[]
}

/** What was done here and the server has not heard of, or would not have; null until it was looked up. */
export function useOutbox(): Known | null {
  const { device } = useSession()
  const [known, setKnown] = useState<Known | null>(null)
  useEffect(() => {
    let stop = () => {}
    let isHere = true
    void device.keeper().then((keeper) => {
      if (!isHere) return
      if (!keeper) return setKnown({ outbox: null, waiting: [] })
      const { outbox } = keeper
      const look = () => {
        const waiting = outbox.waiting.get()
        if (waiting) setKnown({ outbox, waiting })
      }
      stop = outbox.waiting.subscribe(look)
      look()
    })
    return () => {
      isHere = false
      stop()
    }
  }, [device])
  return known
}
