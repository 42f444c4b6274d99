// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { forgetGoing, isOwnPath, rememberGoing, whereGoing } from './going.ts'

beforeEach(() => sessionStorage.clear())

it('leads back to where one was going, until one has arrived', () => {
  rememberGoing('/account/ticketbox?a=1')
  expect(whereGoing()).toBe('/account/ticketbox?a=1')
  forgetGoing()
  expect(whereGoing()).toBe('/')
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
  expect(whereGoing()).toBe('/')
  sessionStorage.setItem('room.going', path)
  expect(whereGoing()).toBe('/')
})
