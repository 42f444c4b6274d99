import { expect, it } from 'vitest'
import { fakeClock } from '#server/ports/clock.ts'
import { createNewId } from './ids.ts'

it('ids sort by creation, also within a millisecond', () => {
  const clock = fakeClock()
  const newId = createNewId(clock)
  const ids = Array.from({ length: 2000 }, newId)
  clock.move(1)
  ids.push(newId())
  expect(new Set(ids).size).toBe(2001)
  expect([...ids].sort()).toEqual(ids)
})

it('ids contain their time', () => {
  const clock = fakeClock('2026-11-20T03:00:00.000Z')
  const id = createNewId(clock)()
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(clock.now().getTime())
  expect(id[14]).toBe('7')
})

it('ids keep increasing while the clock is set back slightly', () => {
  const clock = fakeClock()
  const newId = createNewId(clock)
  const before = newId()
  clock.move(-5000)
  expect(newId() > before).toBe(true)
})
