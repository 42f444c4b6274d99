import { SCROLL_MS } from '#contract/shared/limits.ts'

const ease = (t: number) => 1 - (1 - t) ** 3

/**
 * Scrolls `box` to its end in 700 ms, following an end that moves; at once with reduced motion. Then calls `arrived`.
 */
export function scrollToEnd(box: Element, arrived: () => void): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    arrived()
    return
  }
  const from = box.scrollTop
  const startedAt = performance.now()
  const step = (now: number) => {
    const t = Math.min(1, (now - startedAt) / SCROLL_MS)
    box.scrollTop = from + (box.scrollHeight - box.clientHeight - from) * ease(t)
    if (t < 1) requestAnimationFrame(step)
    else arrived()
  }
  requestAnimationFrame(step)
}
