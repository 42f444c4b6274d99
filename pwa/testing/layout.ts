import type { Page } from 'playwright-core'

/** The narrowest phone, and a window of 1280 × 800 zoomed to 200 % (WCAG 1.4.4, 1.4.10). */
export const NARROW = [
  { width: 320, height: 640 },
  { width: 640, height: 400 },
]

/**
 * What does not fit the window: a page wider than it, text that is cut off without an ellipsis, controls that overlap.
 * What stays at an edge of the window while the page scrolls is left out, as it covers the page for a moment only. With a
 * dialog open, only the topmost one is looked at.
 */
export const layoutFinds = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const finds: string[] = []
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.documentElement
    const { scrollWidth } = root

    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} ${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 30)}`
    const ancestors = (element: Element) => {
      const found: Element[] = []
      for (let one: Element | null = element; one && one !== root; one = one.parentElement)
        found.push(one)
      return found
    }
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('.sr, [inert]') &&
      ancestors(element).every((one) => !/fixed|sticky/.test(getComputedStyle(one).position))

    if (scrollWidth > innerWidth) {
      const isOutside = (one: Element) => one.getBoundingClientRect().right > innerWidth + 1
      const widest = [...root.querySelectorAll('*')].filter((one) => isOutside(one)).at(-1)
      finds.push(`the page is ${scrollWidth}px wide: ${widest ? nameOf(widest) : ''}`)
    }

    /** The nearest box that cuts off what is outside of it, or null if that can be scrolled to or ends with dots. */
    const cutterOf = (element: Element) => {
      for (const one of ancestors(element)) {
        const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(one)
        const overflow = overflowX + overflowY
        if (/auto|scroll/.test(overflow) || textOverflow === 'ellipsis') return null
        if (webkitLineClamp !== 'none') return null
        if (/hidden|clip/.test(overflow)) return one
      }
      return null
    }
    const words = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (words.nextNode()) {
      const { currentNode: text } = words
      const parent = text.parentElement
      if (!text.nodeValue?.trim() || !parent || !isShown(parent)) continue
      const cutter = cutterOf(parent)
      if (!cutter) continue
      range.selectNodeContents(text)
      const [inner, outer] = [range.getBoundingClientRect(), cutter.getBoundingClientRect()]
      const isCut =
        Math.min(outer.left - inner.left, outer.top - inner.top) > 3 ||
        Math.max(
          inner.right - outer.right,
          inner.bottom - outer.bottom,
          outer.left - inner.left,
          outer.top - inner.top,
        ) > 3
      if (isCut && outer.width > 1) finds.push(`cut off: ${nameOf(parent)}`)
    }

    const controls = [...root.querySelectorAll('a, button, input, select, textarea, summary')]
      .filter(isShown)
      .map((control) => ({ control, boxes: [...control.getClientRects()] }))
    for (const [at, one] of controls.entries())
      for (const other of controls.slice(at + 1)) {
        if (one.control.contains(other.control) || other.control.contains(one.control)) continue
        // A button within an input, as パスワードを表示: the input keeps that room free.
        if (one.control.matches('input') && one.control.parentElement?.contains(other.control))
          continue
        const overlap = one.boxes.some((a) =>
          other.boxes.some(
            (b) =>
              Math.min(a.right, b.right) - Math.max(a.left, b.left) > 4 &&
              Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4,
          ),
        )
        if (overlap) finds.push(`overlap: ${nameOf(one.control)} and ${nameOf(other.control)}`)
      }
    return finds
  })

/** What does not fit the narrowest phone, or this window with text of twice the size (WCAG 1.4.4, 1.4.10). */
export async function enlargedFinds(page: Page): Promise<string[]> {
  const usual = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  const narrow = await layoutFinds(page)
  if (usual) await page.setViewportSize(usual)
  const setText = (size: string) =>
    page.evaluate((size) => {
      document.documentElement.style.fontSize = size
    }, size)
  await setText('200%')
  const large = await layoutFinds(page)
  await setText('')
  return [...narrow.map((find) => `320px: ${find}`), ...large.map((find) => `200%: ${find}`)]
}
