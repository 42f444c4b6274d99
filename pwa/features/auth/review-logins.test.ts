import { expect, it } from 'vitest'
import { labelOfReturn, pageAfterLogin, pageAfterReview, reviewLogins } from './review-logins.ts'

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

it.each([
  ['/community/aoi/e_ticket/d1?buy#code=春', '/community/aoi/e_ticket/d1?buy#code=春'],
  ['/', '/account/setting/password?reset'],
])('the login after a reset names the page that comes after the review: %s', (next, expected) => {
  expect(pageAfterLogin(reviewLogins(next))).toBe(expected)
})

it('a login without a reset leads to the page that asked for it', () => {
  expect(pageAfterLogin('/community/aoi#next=%2Fdashboard')).toBe(
    '/community/aoi#next=%2Fdashboard',
  )
})

it('the way back names an open purchase', () => {
  expect(labelOfReturn('/community/aoi/e_ticket/d1?buy&type=a#code=春')).toBe('お申し込みの続きへ')
  expect(labelOfReturn('/community/aoi#buy')).toBe('元のページに戻る')
})
