import { useEffect } from 'react'

/**
 * Once per app. Where the part of a page that has the focus goes, a button with what it decided or a row with what was
 * deleted, the nearest thing around it that stays has the focus. Left to itself it falls to the whole page, and who
 * hears the page instead of seeing it begins at its top again.
 */
export function useKeptFocus() {
  useEffect(() => {
    let around: HTMLElement[] = []
    /** What had the focus as each dialog opened. */
    const openers = new WeakMap<Element, HTMLElement[]>()
    const remember = ({ target }: FocusEvent) => {
      const next = listAround(target as HTMLElement)
      const place = next.at(-1)!
      if (place !== around.at(-1) && !openers.has(place)) openers.set(place, around)
      around = next
    }
    const look = () => {
      if (document.activeElement !== document.body || around[0]?.isConnected !== false) return
      const place = around.at(-1)!
      // A question that was answered is gone with its dialog: what it was asked from may have gone with the answer.
      const left = place.isConnected ? around : (openers.get(place) ?? [])
      left.some((element) => element.isConnected && takesFocus(element))
      around = []
    }
    const changes = new MutationObserver(look)
    changes.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', remember)
    return () => {
      changes.disconnect()
      document.removeEventListener('focusin', remember)
    }
  }, [])
}

/** The element itself first, then what it lies in, outwards as far as its page or dialog. */
function listAround(element: HTMLElement): HTMLElement[] {
  const parent = element.matches('main, dialog, body > *') ? null : element.parentElement
  return [element, ...(parent ? listAround(parent) : [])]
}

/** What lies behind a dialog, or does not show, takes none. */
function takesFocus(element: HTMLElement): boolean {
  element.focus({ preventScroll: true })
  if (document.activeElement === element) return true
  if (element.hasAttribute('tabindex')) return false
  // No control, then: it is given the focus, and nothing is to be pressed there.
  element.tabIndex = -1
  element.style.outline = 'none'
  element.focus({ preventScroll: true })
  return document.activeElement === element
}
