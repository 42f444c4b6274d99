import { useEffect } from 'react'

/** Warns before a tab with unsaved changes is closed; within the app, the form draft is kept. */
export function useLeaveWarning(changed: boolean) {
  useEffect(() => {
    if (!changed) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [changed])
}
