/** What a key does to the picture. */
export type PlayerKey = 'play' | 'mute' | 'full' | 'back' | 'forward'

const KEYS: Record<string, PlayerKey> = {
  ' ': 'play',
  k: 'play',
  m: 'mute',
  f: 'full',
  ArrowLeft: 'back',
  ArrowRight: 'forward',
}

const OFF = 'room-no-letter-keys'

/** Single letters can be switched off: whoever speaks to their device, or strikes keys by mistake, would press them. */
export function areCharacterKeysOn(): boolean {
  try {
    return localStorage.getItem(OFF) === null
  } catch {
    return true // storage is off
  }
}
export function setCharacterKeys(act: boolean) {
  try {
    if (act) localStorage.removeItem(OFF)
    else localStorage.setItem(OFF, '1')
  } catch {
    // Storage is full or off: they act as before.
  }
}

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'defaultPrevented'
> & { target: EventTarget | null }

/** Null for a key that is somebody else's: who writes, or presses a button, means that and not the picture. */
export function playerKeyOf(pressed: Pressed): PlayerKey | null {
  const { key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented, target } = pressed
  if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return null
  if (/^[a-z]$/i.test(key) && !areCharacterKeysOn()) return null
  const action = KEYS[key.length === 1 ? key.toLowerCase() : key] ?? null
  if (!(target instanceof Element)) return action
  if (target.closest('input, textarea, select, [contenteditable], dialog')) return null
  // The space bar presses what has the focus; arrows move within a log, a menu or tabs, but do nothing to a button.
  if (key === ' ' && target.closest('button, a, [role="tab"], [role="log"]')) return null
  if (key.startsWith('Arrow') && target.closest('[role="tab"], [role="log"], [role="menu"]'))
    return null
  return action
}
