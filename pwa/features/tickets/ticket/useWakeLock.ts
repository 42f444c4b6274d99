import { useEffect } from 'react'

/** Keeps the screen on while it is wanted, where the browser can; it lets go by itself when the page is hidden. */
export function useWakeLock(wanted: boolean) {
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let isWanted = true
    const ask = () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return
      // Refused on a low battery: then the screen goes dark as it always does.
      navigator.wakeLock.request('screen').then((held) => {
        if (isWanted) lock = held
        else void held.release()
      }, console.info)
    }
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      isWanted = false
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [wanted])
}
