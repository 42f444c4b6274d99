// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { fromLink } from './from-link.ts'
import { pageOfEmail } from './page-of-email.ts'
import { setRedirectAfterLogin } from './redirect-after-login.ts'

afterEach(() => sessionStorage.clear())

it.each([
  ['/community/aoi/event/e1', '/community/aoi/event/e1?from=insta'],
  [
    '/community/aoi/e_ticket/d1?buy&type=a#code=X',
    '/community/aoi/e_ticket/d1?buy&type=a&from=insta#code=X',
  ],
  ['/community/aoi?from=poster', '/community/aoi?from=poster'],
  ['/community/mio', '/community/mio'],
  ['/companion#x', '/companion#x'],
])('link goes along to another device: %s', (path, expected) => {
  fromLink.note('/community/aoi', '?from=insta')
  setRedirectAfterLogin(path)
  expect(pageOfEmail()).toBe(expected)
})
