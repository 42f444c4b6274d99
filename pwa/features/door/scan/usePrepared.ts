import { useEffect, useState } from 'react'
import { cacheReader } from './reader.ts'

/** Loads and stores what the camera needs, and requests persistent storage so that the browser does not evict it. */
export function usePrepared(): 'preparing' | 'ready' | 'failed' {
  const [state, setState] = useState<'preparing' | 'ready' | 'failed'>('preparing')
  useEffect(() => {
    void navigator.storage?.persist?.().catch(() => false)
    cacheReader().then(
      () => setState('ready'),
      (error: unknown) => {
        console.warn(error)
        setState('failed')
      },
    )
  }, [])
  return state
}
