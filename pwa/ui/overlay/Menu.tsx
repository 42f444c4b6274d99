import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { Pressable, type PressableProps } from '../button/Pressable.tsx'
import { cx } from '../cx.ts'
import { Icon } from '../Icon.tsx'
import type { IconName } from '../icon-names.ts'
import css from './Menu.module.css'
import { menuPlace } from './menu-place.ts'
import { moveFocus } from './move-focus.ts'

/** A link (`to`, `href`) or a button (`onClick`). */
export type MenuItem = { label: string; icon?: IconName; danger?: boolean } & PressableProps

interface MenuProps {
  id: string
  label: string
  items: MenuItem[]
  onDone: () => void
}

/** The list a `MenuButton` opens; the first item has the focus. */
export function Menu({ id, label, items, onDone }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (menu.current) place(menu.current)
    moveFocus(menu.current, 'Home')
  }, [])
  return (
    <div ref={menu} id={id} className={css.menu} role="menu" aria-label={label}>
      {items.map((item) => (
        <Item key={item.label} {...item} onDone={onDone} />
      ))}
    </div>
  )
}

/** Below its button, or above it; scrolls if neither side is high enough. */
function place(menu: HTMLElement) {
  const button = menu.parentElement ?? menu
  const before = button.getBoundingClientRect()
  // Not of a bar that sticks at the edge: the page would scroll in vain.
  if (before.top < 0 || before.bottom > innerHeight) button.scrollIntoView?.({ block: 'nearest' })
  const { scrollPaddingTop } = getComputedStyle(document.documentElement)
  const area = scrollAreaOf(button)?.getBoundingClientRect()
  const { isUp, maxHeight } = menuPlace(menu.offsetHeight, button.getBoundingClientRect(), {
    // The header covers this part: the page would scroll to show a focused item there.
    page: { top: Number.parseFloat(scrollPaddingTop) || 0, bottom: innerHeight },
    area: area ?? null,
  })
  menu.toggleAttribute('data-up', isUp)
  menu.style.maxHeight = `${maxHeight}px`
  if (area) menu.scrollIntoView?.({ block: 'nearest' })
}

/** The element around another one, within the page, that scrolls, and so clips a menu; null: there is none. */
function scrollAreaOf(element: HTMLElement): HTMLElement | null {
  const parent = element.parentElement
  if (parent === null || parent === document.body) return null
  return /auto|scroll/.test(getComputedStyle(parent).overflowY) ? parent : scrollAreaOf(parent)
}

function Item(props: MenuItem & { onDone: () => void }) {
  const { label, icon, danger = false, onDone, onClick, ...rest } = props
  const press = (event: MouseEvent<never>) => {
    onDone()
    onClick?.(event)
  }
  return (
    // TypeScript types the rest of a union as one object, not as the union of the rests.
    <Pressable
      {...(rest as PressableProps)}
      role="menuitem"
      tabIndex={-1}
      className={cx(css.item, danger && css.danger)}
      onClick={press}
    >
      {icon && <Icon name={icon} size="s" />}
      {label}
    </Pressable>
  )
}
