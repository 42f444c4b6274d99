import { useEffect } from 'react'

/**
 * Once per app. When the focused element is removed from the DOM (a deleted row, an answered question), focuses its
 * nearest remaining ancestor. Otherwise the browser resets the focus to the body, and a screen reader starts again at
 * the top of the page.
 */
export function useRestoredFocus() {
  useEffect(() => {
    let around: HTMLElement[] = []
    /** The focused element and its ancestors at the time each dialog opened. */
    const openers = new WeakMap<Element, HTMLElement[]>()
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      const next = listAround(target)
      const place = next.at(-1)
      if (place && place !== around.at(-1) && !openers.has(place)) openers.set(place, around)
      around = next
    }
    const look = () => {
      if (document.activeElement !== document.body || around[0]?.isConnected !== false) return
      const place = around.at(-1)
      if (!place) return
      // The dialog itself is gone: fall back to its opener, of which only an ancestor may be left.
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

/** The element and its ancestors, up to its page or dialog. */
function listAround(element: HTMLElement): HTMLElement[] {
  const parent = element.matches('main, dialog, body > *') ? null : element.parentElement
  return [element, ...(parent ? listAround(parent) : [])]
}

/** Tries to focus an element. False if it is inert or hidden. */
function takesFocus(element: HTMLElement): boolean {
  element.focus({ preventScroll: true })
  if (document.activeElement === element) return true
  if (element.hasAttribute('tabindex')) return false
  // Not focusable by itself: make it so without a focus ring, as it is no control.
  element.tabIndex = -1
  element.style.outline = 'none'
  element.focus({ preventScroll: true })
  return document.activeElement === element
}
