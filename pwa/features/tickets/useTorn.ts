import { useEffect, useState } from 'react'
import type { Outbox, Waiting } from '#pwa/lib/device.ts'
import { useSession } from '#pwa/lib/session.tsx'

/** もぎり of this ticket that the server has not heard of, or would not have. */
export function useTorn(issuedId: string) {
  const { device } = useSession()
  const [outbox, setOutbox] = useState<Outbox | null>(null)
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  useEffect(() => {
    let stop = () => {}
    let isHere = true
    void device.keeper().then((keeper) => {
      if (!keeper || !isHere) return
      const { outbox } = keeper
      const look = () =>
        setWaiting(outbox.waiting.get()?.find(({ work }) => work.ticket === issuedId) ?? null)
      setOutbox(outbox)
      stop = outbox.waiting.subscribe(look)
      look()
    })
    return () => {
      isHere = false
      stop()
    }
  }, [device, issuedId])
  return { outbox, waiting }
}
