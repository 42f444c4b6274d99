import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { pickerOf, trimOf } from './picker.ts'

const Person = z.object({ name: z.string(), icon: z.string().nullable() })
const Room = z.object({
  id: z.string(),
  owner: Person,
  guest: Person.nullable(),
  host: Person.optional(),
  state: z.union([z.literal(1), z.literal(8)]),
  menus: z.array(z.object({ title: z.string() })),
  tags: z.array(z.string()),
  shut: z.object({ at: z.string() }).nullable().optional(),
})
const person = { icon: null, name: 'aoi', email: 'aoi@room.test' }
const room = {
  secret: 1,
  tags: ['a', 'b'],
  menus: [{ title: 'x', room_id: 'y' }],
  state: 1 as const,
  guest: null,
  owner: person,
  id: 'aoi',
}

describe('a compiled picker writes the same JSON as validation', () => {
  it.each<[string, z.ZodType, unknown]>([
    ['of an object with parts', Room, room],
    [
      'of a part that is there',
      Room,
      { ...room, guest: person, host: person, shut: { at: 'x', by: 'y' } },
    ],
    ['of a list', z.array(Room), [room, room]],
    ['of a nullable object', Room.nullable(), null],
    ['of a plain text', z.string(), 'text'],
    ['of a trimmed text', z.object({ word: z.string().trim() }), { word: ' a ' }],
    ['of a union of objects', z.union([Person, z.object({ id: z.number() })]), { id: 1, x: 2 }],
    ['of a record', z.record(z.string(), Person), { a: person }],
    ['of a record of chosen names', z.record(z.enum(['a', 'b']), z.number()), { b: 1, a: 2 }],
    ['of a field with a quote', z.object({ 'a"b': z.string() }), { 'a"b': 'x', c: 1 }],
  ])('%s', (_, schema, value) => {
    expect(JSON.stringify(pickerOf(schema)(value))).toBe(JSON.stringify(schema.parse(value)))
  })
})

it('a compiled picker leaves the value as it was', () => {
  const before = structuredClone(room)
  pickerOf(Room)(room)
  expect(room).toEqual(before)
})

it('an answer that its schema refuses is an error where answers are checked', () => {
  const wrong = { ...room, state: 2 }
  expect(() => trimOf(Room, true)(wrong)).toThrow('Invalid input')
  expect(trimOf(Room, false)(wrong)).toMatchObject({ state: 2 })
})

it('an answer without a schema is empty', () => {
  expect(trimOf(undefined, true)(room)).toBeUndefined()
})
