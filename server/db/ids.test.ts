import { expect, it } from 'vitest'
import { fakeClock } from '#server/ports/clock.ts'
import { createNewId } from './ids.ts'

it('makes ids that sort by when they were made, also within one millisecond', () => {
  const clock = fakeClock()
  const newId = createNewId(clock)
  const ids = Array.from({ length: 2000 }, newId)
  clock.move(1)
  ids.push(newId())
  expect(new Set(ids).size).toBe(2001)
  expect([...ids].sort()).toEqual(ids)
})

it('makes ids that tell their time', () => {
  const clock = fakeClock('2026-11-20T03:00:00.000Z')
  const id = createNewId(clock)()
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(clock.now().getTime())
  expect(id[14]).toBe('7')
})

it('goes on counting while a clock is put back by a little', () => {
  const clock = fakeClock()
  const newId = createNewId(clock)
  const before = newId()
  clock.move(-5000)
  expect(newId() > before).toBe(true)
})
