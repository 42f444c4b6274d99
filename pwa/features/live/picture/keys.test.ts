import { afterEach, expect, it } from 'vitest'
import { playerKeyOf, setCharacterKeys } from './keys.ts'

afterEach(() => document.body.replaceChildren())

function press(key: string, tag = 'body', options: KeyboardEventInit = {}) {
  const target = tag === 'body' ? document.body : document.createElement(tag)
  if (target !== document.body) document.body.append(target)
  const event = new KeyboardEvent('keydown', { key, bubbles: true, ...options })
  let seen: ReturnType<typeof playerKeyOf> = null
  const listen = (pressed: KeyboardEvent) => {
    seen = playerKeyOf(pressed)
  }
  document.addEventListener('keydown', listen, { once: true })
  target.dispatchEvent(event)
  return seen
}

it.each([
  [' ', 'play'],
  ['k', 'play'],
  ['K', 'play'],
  ['m', 'mute'],
  ['f', 'full'],
  ['ArrowLeft', 'back'],
  ['ArrowRight', 'forward'],
  ['x', null],
  ['Enter', null],
])('maps %j to %s', (key, meaning) => {
  expect(press(key)).toBe(meaning)
})

it.each([
  [' ', 'textarea', null],
  ['m', 'input', null],
  [' ', 'button', null],
  ['ArrowLeft', 'button', 'back'],
  ['m', 'button', 'mute'],
])('maps %j in a %s to %s', (key, tag, meaning) => {
  expect(press(key, tag)).toBe(meaning)
})

it('ignores single-character keys that are turned off, and stores the setting', () => {
  setCharacterKeys(false)
  for (const key of ['k', 'M', 'f']) expect(press(key)).toBeNull()
  expect(press(' ')).toBe('play')
  expect(press('ArrowLeft')).toBe('back')
  setCharacterKeys(true)
  expect(press('k')).toBe('play')
})

it('ignores browser shortcuts and keys of a kana conversion', () => {
  expect(press('f', 'body', { ctrlKey: true })).toBeNull()
  expect(press('f', 'body', { metaKey: true })).toBeNull()
  expect(press(' ', 'body', { isComposing: true })).toBeNull()
})
