import { expect, it } from 'vitest'
import { pageAfterReview, reviewLogins } from './review-logins.ts'

const after = (path: string) => pageAfterReview(new URL(path, 'http://room.test').hash)

it.each([
  [
    '/community/aoi/e_ticket/d1?buy&type=a#code=春',
    '/community/aoi/e_ticket/d1?buy&type=a#code=春',
  ],
  ['/', null],
  ['//elsewhere.test', null],
])('the review of login methods leads on to %s: %s', (next, expected) => {
  const path = reviewLogins(next)
  expect(new URL(path, 'http://room.test').search).toBe('?reset')
  expect(after(path)).toBe(expected)
})

it('the review of login methods without a page to return to leads nowhere', () => {
  expect(after('/account/setting/password?reset')).toBeNull()
  expect(after('/account/setting/password?reset#%')).toBeNull()
})
