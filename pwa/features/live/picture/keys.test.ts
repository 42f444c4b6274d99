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
])('%j means %s', (key, meaning) => {
  expect(press(key)).toBe(meaning)
})

it.each([
  [' ', 'textarea', null],
  ['m', 'input', null],
  [' ', 'button', null],
  ['ArrowLeft', 'button', 'back'],
  ['m', 'button', 'mute'],
])('%j in a %s means %s', (key, tag, meaning) => {
  expect(press(key, tag)).toBe(meaning)
})

it('leaves letters alone where they are switched off, and keeps to that', () => {
  setCharacterKeys(false)
  for (const key of ['k', 'M', 'f']) expect(press(key)).toBeNull()
  expect(press(' ')).toBe('play')
  expect(press('ArrowLeft')).toBe('back')
  setCharacterKeys(true)
  expect(press('k')).toBe('play')
})

it('leaves shortcuts of the browser, and kana that are being converted, alone', () => {
  expect(press('f', 'body', { ctrlKey: true })).toBeNull()
  expect(press('f', 'body', { metaKey: true })).toBeNull()
  expect(press(' ', 'body', { isComposing: true })).toBeNull()
})
