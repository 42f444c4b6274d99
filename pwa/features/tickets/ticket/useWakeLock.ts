import { useEffect } from 'react'

/** Keeps the screen on while wanted, if supported; the browser releases the lock when the page is hidden. */
export function useWakeLock(enabled: boolean) {
  useEffect(() => {
    if (!enabled || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let isWanted = true
    const ask = () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return
      // Rejected on a low battery: the screen may turn off.
      navigator.wakeLock.request('screen').then((sentinel) => {
        if (isWanted) lock = sentinel
        else void sentinel.release()
      }, console.info)
    }
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      isWanted = false
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [enabled])
}
