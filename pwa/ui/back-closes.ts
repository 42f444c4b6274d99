import { useEffect, useId, useRef } from 'react'

const MARK = 'sheet'

/**
 * While mounted, the back button calls `onClose` instead of leaving the page: an entry of its own
 * stands in the history, and goes again when the sheet closes otherwise.
 */
export function useBackCloses(onClose: () => void): void {
  const id = useId()
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })

  useEffect(() => {
    // A tick later, so that React's rehearsal of effects in development leaves no entry behind.
    const push = setTimeout(() => history.pushState({ ...history.state, [MARK]: id }, ''))
    const left = () => {
      if (markOf(history.state) !== id) close.current()
    }
    window.addEventListener('popstate', left)
    return () => {
      clearTimeout(push)
      window.removeEventListener('popstate', left)
      // A link inside the sheet has already led elsewhere: then the entry stays.
      if (markOf(history.state) === id) history.back()
    }
  }, [id])
}

const markOf = (state: unknown) => (state as Record<string, unknown> | null)?.[MARK]
