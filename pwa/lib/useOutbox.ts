import { useEffect, useState } from 'react'
import { useSession } from './api/session.tsx'
import type { Outbox, OutboxItem } from './device.ts'

interface OutboxState {
  /** Null without an offline store. */
  outbox: Outbox | null
  waiting: readonly OutboxItem[]
}

/** The actions that are not sent yet or were rejected; null until the database was read. */
export function useOutbox(): OutboxState | null {
  const { device } = useSession()
  const [known, setKnown] = useState<OutboxState | null>(null)
  useEffect(() => {
    let stop = () => {}
    let isHere = true
    void device.offlineStore().then((store) => {
      if (!isHere) return
      if (!store) return setKnown({ outbox: null, waiting: [] })
      const { outbox } = store
      const look = () => {
        const waiting = outbox.items.get()
        if (waiting) setKnown({ outbox, waiting })
      }
      stop = outbox.items.subscribe(look)
      look()
    })
    return () => {
      isHere = false
      stop()
    }
  }, [device])
  return known
}
