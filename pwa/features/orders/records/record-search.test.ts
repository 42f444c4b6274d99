import { expect, it } from 'vitest'
import { recordSearch, recordValues } from './record-search.ts'

const searched = (query: string) => recordSearch(recordValues(new URLSearchParams(query)))

it('reads the search from the URL', () => {
  expect(searched('q=はる&from=2026-10-01&to=2026-10-31&min=0&max=2000')).toEqual({
    q: 'はる',
    from: '2026-10-01',
    to: '2026-10-31',
    min: 0,
    max: 2_000,
  })
})

it('leaves out what is empty, no day or no sum', () => {
  expect(searched('')).toEqual({})
  expect(searched('from=gestern&to=&min=-1&max=123456789')).toEqual({})
})
