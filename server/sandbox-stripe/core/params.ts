import { malformed } from './failures.ts'
import type { Value } from './form.ts'

/** Parses one optional parameter. `name`: as the caller wrote it, `card[exp_month]`. */
export type Param<T> = (value: Value | undefined, name: string) => T
export type Shape = Record<string, Param<unknown>>
export type Read<S extends Shape> = { [K in keyof S]: ReturnType<S[K]> }

const optional =
  <T>(read: (value: Value, name: string) => T): Param<T | undefined> =>
  (value, name) =>
    value === undefined ? undefined : read(value, name)

export const required =
  <T>(param: Param<T | undefined>): Param<T> =>
  (value, name) => {
    const read = value === '' ? undefined : param(value, name)
    if (read === undefined)
      throw malformed(`Missing required param: ${name}.`, {
        code: 'parameter_missing',
        param: name,
      })
    return read
  }

export const text = optional((value, name) => {
  if (typeof value !== 'string') throw malformed(`Invalid string: ${name}`, { param: name })
  return value
})

const readInteger = (value: Value, name: string): number => {
  if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value))
    throw malformed(`Invalid integer: ${String(value)}`, {
      code: 'parameter_invalid_integer',
      param: name,
    })
  return Number(value)
}
export const integer = optional(readInteger)

export const number = optional((value, name) => {
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value))
    throw malformed(`Invalid decimal: ${String(value)}`, { param: name })
  return Number(value)
})

export const flag = optional((value, name) => {
  if (value !== 'true' && value !== 'false')
    throw malformed(`Invalid boolean: ${String(value)}`, { param: name })
  return value === 'true'
})

export const choice = <const T extends string>(...of: T[]) =>
  optional((value, name) => {
    const match = of.find((one) => one === value)
    if (match === undefined)
      throw malformed(`Invalid ${name}: must be one of ${of.join(', ')}`, { param: name })
    return match
  })

/** An empty text removes the value. */
export const emptyable =
  <T>(param: Param<T | undefined>): Param<T | null | undefined> =>
  (value, name) =>
    value === '' ? null : param(value, name)

export const shape = <S extends Shape>(of: S): Param<Read<S> | undefined> =>
  optional((value, name) => {
    if (typeof value !== 'object' || Array.isArray(value))
      throw malformed(`Invalid object: ${name}`, { param: name })
    return readShape(of, value, name)
  })

export const list = <T>(param: Param<T | undefined>): Param<T[] | undefined> =>
  optional((value, name) => {
    if (value === '') return []
    if (!Array.isArray(value)) throw malformed(`Invalid array: ${name}`, { param: name })
    return value.map((one, at) => required(param)(one, `${name}[${at}]`))
  })

const MAX_KEYS = 50
const LONGEST_KEY = 40
const LONGEST_VALUE = 500

/** Up to 50 keys of 40 characters with values of 500, as at Stripe; an empty text removes a key. */
export const metadata = optional((value, name): Record<string, string> => {
  if (value === '') return {}
  if (typeof value !== 'object' || Array.isArray(value))
    throw malformed(`Invalid object: ${name}`, { param: name })
  const pairs = Object.entries(value)
  if (pairs.length > MAX_KEYS)
    throw malformed(`Metadata can have at most ${MAX_KEYS} keys.`, { param: name })
  const texts = pairs.map(([key, one]) => {
    if (key.length > LONGEST_KEY || typeof one !== 'string' || one.length > LONGEST_VALUE)
      throw malformed(`Invalid metadata: ${name}[${key}]`, { param: `${name}[${key}]` })
    return [key, one] as const
  })
  return Object.fromEntries(texts)
})

/** Accepted and stored without interpretation. */
export const anything = optional((value) => value)

/** A time, or a range of times. */
export const range: Param<Bounds | undefined> = (value, name) =>
  typeof value === 'string'
    ? { gte: readInteger(value, name), lte: readInteger(value, name) }
    : shape({ gt: integer, gte: integer, lt: integer, lte: integer })(value, name)
export interface Bounds {
  gt?: number | undefined
  gte?: number | undefined
  lt?: number | undefined
  lte?: number | undefined
}

export const address = shape({
  city: text,
  country: text,
  line1: text,
  line2: text,
  postal_code: text,
  state: text,
})
export const billingDetails = shape({
  address: emptyable(address),
  email: emptyable(text),
  name: emptyable(text),
  phone: emptyable(text),
})

/** Parses an object of parameters; an unknown name is an error. */
export function readShape<S extends Shape>(
  of: S,
  input: { [key: string]: Value },
  within = '',
): Read<S> {
  refuseUnknown(Object.keys(of), input, within)
  return readFields(of, input, within)
}

export function refuseUnknown(names: string[], input: { [key: string]: Value }, within = ''): void {
  for (const key of Object.keys(input))
    if (!names.includes(key))
      throw malformed(`Received unknown parameter: ${nameWithin(within, key)}`, {
        code: 'parameter_unknown',
        param: nameWithin(within, key),
      })
}

/** Parses the parameters of a shape; others may be there. */
export const readFields = <S extends Shape>(
  of: S,
  input: { [key: string]: Value },
  within = '',
): Read<S> =>
  // `fromEntries` forgets the keys.
  Object.fromEntries(
    Object.entries(of).map(([key, param]) => [key, param(input[key], nameWithin(within, key))]),
  ) as Read<S>

const nameWithin = (within: string, key: string) => (within ? `${within}[${key}]` : key)
