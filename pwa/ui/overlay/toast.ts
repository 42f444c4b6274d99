export interface Toast {
  id: number
  text: string
  /** A toast with an action stays until it is used or dismissed. */
  action?: { label: string; onPress: () => void }
}

let current: Toast | null = null
let lastId = 0
const listeners = new Set<() => void>()

/** Slides in from the bottom and replaces the previous toast. Returns its id. */
export function showToast(text: string, action?: Toast['action']): number {
  lastId += 1
  set(action ? { id: lastId, text, action } : { id: lastId, text })
  return lastId
}

/** Dismisses the toast with this id, if it is still shown. */
export function dismissToast(id: number): void {
  if (current?.id === id) set(null)
}

export const currentToast = (): Toast | null => current

export function onToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(toast: Toast | null) {
  current = toast
  for (const listener of listeners) listener()
}
