import { useEffect } from 'react'

const NAME = '--keyboard'

/** While mounted, sets `--keyboard` to the height covered by an on-screen keyboard, which `dvh` does not include. */
export function useKeyboardInset(): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const { style } = document.documentElement
    const measure = () => {
      const covered = window.innerHeight - viewport.height - viewport.offsetTop
      // Zoomed in, the visual viewport is smaller without any keyboard.
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
