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

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'defaultPrevented'
> & { target: EventTarget | null }

/** Null for a key that is somebody else's: who writes, or presses a button, means that and not the picture. */
export function playerKeyOf(pressed: Pressed): PlayerKey | null {
  const { key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented, target } = pressed
  if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return null
  const action = KEYS[key.length === 1 ? key.toLowerCase() : key] ?? null
  if (!(target instanceof Element)) return action
  if (target.closest('input, textarea, select, [contenteditable], dialog')) return null
  // The space bar presses what has the focus; arrows move within a log, a menu or tabs, but do nothing to a button.
  if (key === ' ' && target.closest('button, a, [role="tab"], [role="log"]')) return null
  if (key.startsWith('Arrow') && target.closest('[role="tab"], [role="log"], [role="menu"]'))
    return null
  return action
}
