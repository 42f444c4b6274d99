import { useEffect, useState } from 'react'
import { keepReader } from './reader.ts'

/** Fetches what the camera needs, and keeps it: a browser that is cleared of what is not used shall spare it. */
export function usePrepared(): 'preparing' | 'ready' | 'failed' {
  const [state, setState] = useState<'preparing' | 'ready' | 'failed'>('preparing')
  useEffect(() => {
    void navigator.storage?.persist?.().catch(() => false)
    keepReader().then(
      () => setState('ready'),
      (error: unknown) => {
        console.warn(error)
        setState('failed')
      },
    )
  }, [])
  return state
}
