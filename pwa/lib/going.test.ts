// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { isOwnPath, rememberGoing, takeGoing } from './going.ts'

beforeEach(() => sessionStorage.clear())

it('leads back to where one was going, once', () => {
  rememberGoing('/account/ticketbox?a=1')
  expect(takeGoing()).toBe('/account/ticketbox?a=1')
  expect(takeGoing()).toBe('/')
})

it.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '',
  '/\t/evil',
])('goes to no other site: %j', (path) => {
  expect(isOwnPath(path)).toBe(false)
  rememberGoing(path)
  expect(takeGoing()).toBe('/')
  sessionStorage.setItem('room.going', path)
  expect(takeGoing()).toBe('/')
})
