import { useEffect, useRef } from 'react'

const MARK = 'sheet'
/** A page that is loaded anew finds the marks of the one before in its history: they are never ours. */
const PAGE = performance.timeOrigin
let opened = 0

/**
 * While mounted, the back button calls `onClose` instead of leaving the page: an entry of its own
 * stands in the history, and goes again when the sheet closes otherwise.
 */
export function useBackCloses(onClose: () => void): void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })

  useEffect(() => {
    const id = `${PAGE}-${++opened}`
    let pushed = false
    let gone = false
    const left = () => {
      if (pushed && markOf(history.state) !== id) close.current()
    }
    const push = async () => {
      await goingBack // one that made room for us takes its own entry away first
      if (gone) return
      history.pushState({ ...history.state, [MARK]: id }, '')
      pushed = true
    }
    // A tick later, so that React's rehearsal of effects in development leaves no entry behind.
    const soon = setTimeout(() => void push())
    window.addEventListener('popstate', left)
    return () => {
      gone = true
      clearTimeout(soon)
      window.removeEventListener('popstate', left)
      // What led elsewhere, a link inside the sheet or the page that went with it, has done so by then: the entry stays.
      queueMicrotask(() => markOf(history.state) === id && goBack())
    }
  }, [])
}

/** Settles when the entry of a closed sheet is gone: the browser takes its time for that. */
let goingBack: Promise<void> | null = null

function goBack() {
  goingBack = new Promise((done) => {
    window.addEventListener('popstate', () => done(), { once: true })
  })
  history.back()
}

const markOf = (state: unknown) => (state as Record<string, unknown> | null)?.[MARK]
