import { describe, expect, it } from 'vitest'
import { errorOf, isKeyOf, numbersIn, propertiesOf } from './unknown.ts'

describe('propertiesOf', () => {
  it.each([null, undefined, 'text', 1, true])('finds none in %j', (value) => {
    expect(propertiesOf(value)).toEqual({})
  })

  it('finds those of an object', () => {
    expect(propertiesOf({ type: 'OPEN' }).type).toBe('OPEN')
  })
})

describe('isKeyOf', () => {
  it('knows the keys of a table', () => {
    expect(isKeyOf({ open: 1 }, 'open')).toBe(true)
  })

  it('leaves out what every object has', () => {
    expect(isKeyOf({ open: 1 }, 'toString')).toBe(false)
  })
})

describe('errorOf', () => {
  it('returns an error itself', () => {
    const error = new TypeError('broken')
    expect(errorOf(error)).toBe(error)
  })

  it('makes an error of any other value', () => {
    expect(errorOf('broken').message).toBe('broken')
  })
})

describe('numbersIn', () => {
  it('leaves out what is no number', () => {
    expect(numbersIn('{"a":1,"b":"2","c":null}')).toEqual({ a: 1 })
  })

  it.each(['null', '[]', '3'])('finds none in %s', (json) => {
    expect(numbersIn(json)).toEqual({})
  })
})
