// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { isLocalPath } from '#contract/shared/rules.ts'
import {
  clearRedirectAfterLogin,
  redirectAfterLogin,
  setRedirectAfterLogin,
} from './redirect-after-login.ts'

beforeEach(() => sessionStorage.clear())

it('returns the stored page until it is cleared, then the home page', () => {
  setRedirectAfterLogin('/account/ticketbox?a=1')
  expect(redirectAfterLogin()).toBe('/account/ticketbox?a=1')
  clearRedirectAfterLogin()
  expect(redirectAfterLogin()).toBe('/')
})

it.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '',
  '/\t/evil',
])('rejects another site: %j', (path) => {
  expect(isLocalPath(path)).toBe(false)
  setRedirectAfterLogin(path)
  expect(redirectAfterLogin()).toBe('/')
  sessionStorage.setItem('room.going', path)
  expect(redirectAfterLogin()).toBe('/')
})
