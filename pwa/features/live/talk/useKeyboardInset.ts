import { useEffect } from 'react'

const NAME = '--keyboard'

/** While mounted, `--keyboard` is how much of the window's foot a keyboard on the screen covers: `dvh` knows nothing of it. */
export function useKeyboardInset(): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const { style } = document.documentElement
    const measure = () => {
      const covered = window.innerHeight - viewport.height - viewport.offsetTop
      // Zoomed in, a part of the page is out of sight, and nothing is covered.
      style.setProperty(NAME, `${viewport.scale > 1 ? 0 : Math.max(0, Math.round(covered))}px`)
    }
    measure()
    viewport.addEventListener('resize', measure)
    viewport.addEventListener('scroll', measure)
    return () => {
      viewport.removeEventListener('resize', measure)
      viewport.removeEventListener('scroll', measure)
      style.removeProperty(NAME)
    }
  }, [])
}
