import { expect, it } from 'vitest'
import { Refused, Unreachable } from '#contract/caller.ts'
import { clearErrors, errors, recordError } from './errors.ts'

it('keeps the words of a refusal, fields as lists and an event’s state as a plain value', () => {
  recordError(new Refused(422, 'だめ', { title: ['長すぎます'], publishment_flg: ['3'] }))
  expect(errors.get()).toEqual({
    message: 'だめ',
    errors: { title: ['長すぎます'] },
    publishment_flg: '3',
  })
})

it('keeps nothing of a network that fails', () => {
  clearErrors()
  recordError(new Unreachable())
  expect(errors.get()).toEqual({ message: null, errors: {}, publishment_flg: null })
})
