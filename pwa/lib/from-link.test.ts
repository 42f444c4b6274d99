// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { fromLink } from './from-link.ts'

afterEach(() => sessionStorage.clear())

it('link by which a tab came is known in its room alone, until another link', () => {
  fromLink.note('/community/aoi/event/e1', '?from=insta-2')
  expect([fromLink.of('aoi'), fromLink.of('mio')]).toEqual(['insta-2', undefined])
  fromLink.note('/community/aoi', '')
  expect(fromLink.of('aoi')).toBe('insta-2')
  fromLink.note('/community/aoi/talk', '?from=x')
  expect(fromLink.of('aoi')).toBe('x')
})

it.each(['?from=', '?from=a%20b', `?from=${'x'.repeat(33)}`, '?from=%3Cb%3E', '?other=x'])(
  'link that is none is not kept, as the server would refuse it: %s',
  (search) => {
    fromLink.note('/community/aoi', search)
    expect(fromLink.of('aoi')).toBe(undefined)
  },
)

it('link to another page is of no room', () => {
  fromLink.note('/results', '?from=x')
  expect(sessionStorage).toHaveLength(0)
})
