import { useEffect, useState } from 'react'
import type { Outbox, Waiting } from '#pwa/lib/device.ts'
import { useSession } from '#pwa/lib/session.tsx'

interface Torn {
  outbox: Outbox | null
  waiting: Waiting | null
}

/** もぎり of this ticket that the server has not heard of, or would not have; null until it was looked up. */
export function useTorn(issuedId: string): Torn | null {
  const { device } = useSession()
  const [torn, setTorn] = useState<Torn | null>(null)
  useEffect(() => {
    let stop = () => {}
    let isHere = true
    void device.keeper().then((keeper) => {
      if (!isHere) return
      if (!keeper) return setTorn({ outbox: null, waiting: null })
      const { outbox } = keeper
      const look = () => {
        const all = outbox.waiting.get()
        const mine = all?.find(({ work }) => work.ticket === issuedId) ?? null
        if (all) setTorn({ outbox, waiting: mine })
      }
      stop = outbox.waiting.subscribe(look)
      look()
    })
    return () => {
      isHere = false
      stop()
    }
  }, [device, issuedId])
  return torn
}
