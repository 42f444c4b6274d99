/** Moves the focus among the items of a menu as the arrow keys, Home and End ask; says whether it did. */
export function moveFocus(menu: HTMLElement | null, key: string): boolean {
  const items = [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
  const here = items.indexOf(document.activeElement as HTMLElement)
  const there = {
    ArrowDown: (here + 1) % items.length,
    ArrowUp: (here <= 0 ? items.length : here) - 1,
    Home: 0,
    End: items.length - 1,
  }[key]
  if (there === undefined) return false
  items[there]?.focus()
  return true
}
