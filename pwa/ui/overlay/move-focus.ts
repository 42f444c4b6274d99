/** Handles arrow keys, Home and End in a menu; returns whether the key was handled. */
export function moveFocus(menu: HTMLElement | null, key: string): boolean {
  const items = [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
  const here = items.findIndex((item) => item.contains(document.activeElement))
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
