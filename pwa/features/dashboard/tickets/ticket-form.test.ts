import { expect, it } from 'vitest'
import { skipWords } from './ticket-form.ts'

it('writes numbers that nobody gets as they are typed', () => {
  expect(skipWords([4, 9, 40, 41, 42, 49])).toBe('4, 9, 40-42, 49')
  expect(skipWords([])).toBe('')
})
