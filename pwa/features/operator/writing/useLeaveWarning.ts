import { useEffect } from 'react'

/** Closing the tab is asked about while something is not saved; within the app it is found again anyway. */
export function useLeaveWarning(changed: boolean) {
  useEffect(() => {
    if (!changed) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [changed])
}
