import { expect, it } from 'vitest'
import { RequestError, Unreachable } from '#contract/http/caller.ts'
import { clearErrors, errors, recordError } from './last-error.ts'

it('stores the messages of a refusal: fields as lists, an event’s state as a single value', () => {
  recordError(new RequestError(422, 'だめ', { title: ['長すぎます'], publishment_flg: ['3'] }))
  expect(errors.get()).toEqual({
    message: 'だめ',
    errors: { title: ['長すぎます'] },
    publishment_flg: '3',
  })
})

it('stores nothing for a network error', () => {
  clearErrors()
  recordError(new Unreachable())
  expect(errors.get()).toEqual({ message: null, errors: {}, publishment_flg: null })
})
