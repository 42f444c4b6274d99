const EDGE = 8

interface Extent {
  top: number
  bottom: number
}

/**
 * Where a menu of this height opens, and how high it may be. Without a scroll area: below its button, or above if there is
 * more space. Within one: above only if it fits there, as what stands above the first line cannot be scrolled to.
 */
export function menuPlace(
  height: number,
  button: Extent,
  { page, area }: { page: Extent; area: Extent | null },
): { isUp: boolean; maxHeight: number } {
  const top = Math.max(page.top, area?.top ?? page.top)
  const bottom = Math.min(page.bottom, area?.bottom ?? page.bottom)
  const above = button.top - top
  const below = bottom - button.bottom
  const needed = height + EDGE
  const isUp = needed > below && above >= (area ? needed : below)
  const space = area && !isUp ? bottom - top : isUp ? above : below
  return { isUp, maxHeight: Math.max(space, 0) - EDGE }
}
