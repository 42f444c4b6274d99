/** The player's keyboard actions. */
export type PlayerKey = 'play' | 'mute' | 'full' | 'back' | 'forward' | 'caption'

const KEYS: Record<string, PlayerKey> = {
  ' ': 'play',
  k: 'play',
  m: 'mute',
  f: 'full',
  c: 'caption',
  ArrowLeft: 'back',
  ArrowRight: 'forward',
}

const OFF = 'room-no-letter-keys'

/** Single-character shortcuts can be turned off (WCAG 2.1.4): speech input and mistyping would trigger them. */
export function areCharacterKeysOn(): boolean {
  try {
    return localStorage.getItem(OFF) === null
  } catch {
    return true // Storage is disabled.
  }
}
export function setCharacterKeys(act: boolean) {
  try {
    if (act) localStorage.removeItem(OFF)
    else localStorage.setItem(OFF, '1')
  } catch {
    // Storage is full or disabled: the setting is not saved.
  }
}

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'defaultPrevented'
> & { target: EventTarget | null }

/** Null for a key that belongs to a focused input or control instead of the player. */
export function playerKeyOf(pressed: Pressed): PlayerKey | null {
  const { key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented, target } = pressed
  if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return null
  if (/^[a-z]$/i.test(key) && !areCharacterKeysOn()) return null
  const action = KEYS[key.length === 1 ? key.toLowerCase() : key] ?? null
  if (!(target instanceof Element)) return action
  if (target.closest('input, textarea, select, [contenteditable], dialog')) return null
  // Space activates the focused control; arrow keys move within logs, menus and tabs, but not in buttons.
  if (key === ' ' && target.closest('button, a, [role="tab"], [role="log"]')) return null
  if (key.startsWith('Arrow') && target.closest('[role="tab"], [role="log"], [role="menu"]'))
    return null
  return action
}
