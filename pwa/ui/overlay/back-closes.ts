import { useEffect, useRef } from 'react'

const MARK = 'sheet'
/** Identifies this page load: history entries of an earlier one are ignored. */
const PAGE = performance.timeOrigin
let opened = 0

/**
 * While mounted, the back button calls `onClose` instead of leaving the page: adds a history entry, and removes it
 * when the sheet is closed otherwise.
 */
export function useBackCloses(onClose: () => void): void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })

  useEffect(() => {
    const id = `${PAGE}-${++opened}`
    let pushed = false
    let isUnmounted = false
    const left = () => {
      if (pushed && markOf(history.state) !== id) close.current()
    }
    const push = async () => {
      await goingBack // Another closing sheet removes its history entry first.
      if (isUnmounted) return
      history.pushState({ ...history.state, [MARK]: id }, '')
      pushed = true
    }
    // A tick later, as React's Strict Mode runs effects twice in development.
    const soon = setTimeout(() => void push())
    window.addEventListener('popstate', left)
    return () => {
      isUnmounted = true
      clearTimeout(soon)
      window.removeEventListener('popstate', left)
      // After a possible navigation, by a link in the sheet, has taken place: then the entry stays.
      queueMicrotask(() => markOf(history.state) === id && goBack())
    }
  }, [])
}

/** Resolves when the entry of a closed sheet is removed, which the browser does asynchronously. */
let goingBack: Promise<void> | null = null

function goBack() {
  goingBack = new Promise((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true })
  })
  history.back()
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** Mark of an entry, or of one by which the router has replaced it. */
const markOf = (state: unknown) => fieldOf(state, MARK) ?? fieldOf(fieldOf(state, 'usr'), MARK)

/** State with which the router may replace the present entry, so that an open sheet still knows it as its own. */
export const sheetState = () => ({
  ...Object(fieldOf(history.state, 'usr')),
  [MARK]: markOf(history.state),
})
