import { afterEach, expect, it, vi } from 'vitest'
import { prefersLessData } from './video-controls.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  { saveData: true, reduced: false, less: true },
  { saveData: false, reduced: true, less: true },
  { saveData: undefined, reduced: true, less: true },
  { saveData: false, reduced: false, less: false },
  { saveData: undefined, reduced: false, less: false },
])('picture begins small if the phone or the browser saves data: %o', (one) => {
  const { saveData, reduced, less } = one
  vi.stubGlobal('navigator', saveData === undefined ? {} : { connection: { saveData } })
  const matches = (query: string) => query === '(prefers-reduced-data: reduce)' && reduced
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: matches(query) }))
  expect(prefersLessData()).toBe(less)
})
