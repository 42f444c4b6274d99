import { expect, it } from 'vitest'
import { isPicture, isShellNavigation } from './fetch-rules.ts'

it.each([
  ['/media/public/demo/a.png', true],
  ['/media/public/demo/a.webp', true],
  ['/media/members/a.png', false],
  ['/media/public/a.mp4', false],
  ['/api/application/me', false],
])('caches %s: %s', (path, keeps) => {
  expect(isPicture(path)).toBe(keeps)
})

it.each([
  ['/', true],
  ['/community/aoi/event/1', true],
  ['/results?search=a.b', true],
  ['/api/openapi.json', false],
  ['/api/application/news', false],
  ['/media/public/a.png', false],
  ['/sw.js', false],
  ['/metrics', false],
])('answers %s with the app shell: %s', (path, answers) => {
  expect(isShellNavigation.test(path)).toBe(answers)
})
