import { type RefObject, useEffect, useRef } from 'react'

/** The attribute of rows that the keys move over; its value is the row's key. */
export const ROW = 'data-row'

interface ListKeys {
  list: RefObject<HTMLElement | null>
  enabled: boolean
  /** By key of the keyboard; called with the key of the row that has the focus. */
  actions: Record<string, (row: string) => void>
}

/** J and K move the focus over the rows of a list; other keys act on the row that has it. */
export function useListKeys({ list, enabled, actions }: ListKeys) {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    if (!enabled) return
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const key = event.key.toLowerCase()
      const rows = [...(list.current?.querySelectorAll<HTMLElement>(`[${ROW}]`) ?? [])]
      const at = rows.findIndex((row) => row.contains(document.activeElement))
      if (key === 'j' || key === 'k') {
        const next = at < 0 ? rows[0] : rows[at + (key === 'j' ? 1 : -1)]
        next?.querySelector<HTMLElement>('a')?.focus()
        event.preventDefault()
      }
      const row = rows[at]?.getAttribute(ROW)
      if (row) latest.current[key]?.(row)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [enabled, list])
}

/** In a field, and in an open dialog or menu, letters are not for the list. */
const isTyping = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input:not([type="checkbox"]), textarea, select, dialog, [role="menu"]') !== null
