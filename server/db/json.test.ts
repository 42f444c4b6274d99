import { expect, it } from 'vitest'
import * as z from 'zod'
import { jsonOf, numbersOf, textsOf } from './json.ts'

const coverOf = jsonOf(z.object({ path: z.string(), width: z.number().default(0) }))

it('reads a column by its shape, with defaults, and without fields that the shape lacks', () => {
  expect(coverOf('{"path":"a.webp","by":"aoi"}')).toEqual({ path: 'a.webp', width: 0 })
})

it.each(['{"path":1}', '[]', 'null'])('throws for a column of another shape: %s', (json) => {
  expect(() => coverOf(json)).toThrow(z.ZodError)
})

it('throws for a text that is no JSON', () => {
  expect(() => coverOf('{"path":')).toThrow(SyntaxError)
})

it('reads lists of texts and of numbers, and nothing else as one', () => {
  expect([textsOf('["夜","朝"]'), numbersOf('[1,2.5]'), textsOf('[]')]).toEqual([
    ['夜', '朝'],
    [1, 2.5],
    [],
  ])
  expect(() => textsOf('["夜",1]')).toThrow(z.ZodError)
  expect(() => numbersOf('["1"]')).toThrow(z.ZodError)
})
