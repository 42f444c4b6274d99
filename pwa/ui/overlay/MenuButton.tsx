import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../button/IconButton.tsx'
import type { IconName } from '../icon-names.ts'
import { Menu, type MenuItem } from './Menu.tsx'
import css from './MenuButton.module.css'
import { moveFocus } from './move-focus.ts'

interface MenuButtonProps {
  label: string
  icon?: IconName
  tone?: 'plain' | 'scrim'
  items: MenuItem[]
  /** Replaces the icon: text or an avatar. */
  children?: ReactNode
}

/** A button and the short list it opens. */
export function MenuButton(props: MenuButtonProps) {
  const { label, icon = 'more', tone = 'plain', items, children } = props
  const [open, setOpen] = useState(false)
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(false)
    root.current?.querySelector('button')?.focus()
  }
  useEffect(() => {
    if (!open || !root.current) return
    return listen(root.current, () => setOpen(false))
  }, [open])

  const trigger = {
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
    onClick: () => setOpen(!open),
  } as const
  return (
    <div ref={root} className={css.root}>
      {children ? (
        <button type="button" className={css.button} aria-label={label} {...trigger}>
          {children}
        </button>
      ) : (
        <IconButton icon={icon} label={label} tone={tone} {...trigger} />
      )}
      {open && <Menu id={id} label={label} items={items} onDone={close} />}
    </div>
  )
}

/** Arrow keys move the focus, Escape and Tab return it to the button, an outside press only closes. */
function listen(root: HTMLElement, shut: () => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const onKey = (event: KeyboardEvent) => {
    const leaving = event.key === 'Escape' || event.key === 'Tab'
    if (!leaving && !moveFocus(root, event.key)) return
    if (event.key !== 'Tab') event.preventDefault() // Keeps a dialog around the menu open.
    if (!leaving) return
    root.querySelector('button')?.focus()
    shut()
  }
  const onPress = ({ target }: Event) => {
    if (!(target instanceof Node && root.contains(target))) shut()
  }
  root.addEventListener('keydown', onKey, { signal })
  document.addEventListener('pointerdown', onPress, { signal })
  return () => listening.abort()
}
