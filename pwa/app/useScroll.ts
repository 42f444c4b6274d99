import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { safeSessionStorage } from '#pwa/lib/safe-storage.ts'
import { numbersIn, propertiesOf } from '#pwa/lib/unknown.ts'

const KEY = 'room.scroll'
/** The frames to retry restoring a scroll position, while a page that still loads grows. */
const FRAMES = 30

const read = () => numbersIn(safeSessionStorage.read(KEY) ?? '{}')

/**
 * Scroll restoration. A new page starts at its top or #anchor and gets the focus; going back restores the position. A
 * tab of the same page (`state.stay`) keeps it, as does a page loaded as a document, which the browser has scrolled.
 */
export function useScroll() {
  const { key: entry, pathname, hash, state } = useLocation()
  // The page with which the app starts has the same entry key in every start of a tab.
  const key = entry + pathname
  const { stay } = propertiesOf(state)
  const type = useNavigationType()
  useEffect(() => {
    const stop =
      type === 'POP' ? restore(read()[key] ?? window.scrollY) : stay ? () => {} : toTop(hash)
    const leave = () =>
      safeSessionStorage.write(KEY, JSON.stringify({ ...read(), [key]: window.scrollY }))
    window.addEventListener('pagehide', leave)
    return () => {
      stop()
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [key, hash, type, stay])
}

function toTop(hash: string) {
  const target = hash && document.getElementById(anchorIn(hash))
  if (target) target.scrollIntoView()
  else window.scrollTo(0, 0)
  document.getElementById('main')?.focus({ preventScroll: true })
  return () => {}
}

/** The element id in a URL's hash; the hash as it is if it is no valid percent-encoding. */
function anchorIn(hash: string): string {
  const anchor = hash.slice(1)
  try {
    return decodeURIComponent(anchor)
  } catch {
    return anchor
  }
}

function restore(top: number) {
  let frames = 0
  let frame = 0
  const step = () => {
    window.scrollTo(0, top)
    if (Math.abs(window.scrollY - top) > 1 && ++frames < FRAMES) frame = requestAnimationFrame(step)
  }
  step()
  return () => cancelAnimationFrame(frame)
}
