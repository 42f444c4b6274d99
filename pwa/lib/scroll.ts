import { SCROLL_MS } from '#contract/limits.ts'

const ease = (t: number) => 1 - (1 - t) ** 3

/** Scrolls `box` to `top` in 700 ms; at once for those who want no motion. */
export function scrollTo(box: Element, top: number): void {
  const from = box.scrollTop
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    box.scrollTop = top
    return
  }
  const startedAt = performance.now()
  const step = (now: number) => {
    const t = Math.min(1, (now - startedAt) / SCROLL_MS)
    box.scrollTop = from + (top - from) * ease(t)
    if (t < 1) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}
