import { afterEach, expect, it } from 'vitest'
import { keepPosition, positionOf } from './position.ts'

afterEach(() => localStorage.clear())

it('remembers where each person was in each archive', () => {
  keepPosition('haru', 'one', 120.7, 3_600)
  keepPosition('sora', 'one', 60, 3_600)
  expect(positionOf('haru', 'one')).toBe(120)
  expect(positionOf('sora', 'one')).toBe(60)
  expect(positionOf('haru', 'two')).toBe(0)
})

it('begins at the start again after the end, and does not keep the first seconds', () => {
  keepPosition('haru', 'one', 120, 3_600)
  keepPosition('haru', 'one', 3_590, 3_600)
  expect(positionOf('haru', 'one')).toBe(0)
  keepPosition('haru', 'one', 10, 3_600)
  expect(positionOf('haru', 'one')).toBe(0)
})

it('keeps the last fifty, and makes do with what it cannot read', () => {
  for (let n = 0; n < 51; n++) keepPosition('haru', `e${n}`, 60, 3_600)
  expect(positionOf('haru', 'e0')).toBe(0)
  expect(positionOf('haru', 'e1')).toBe(60)
  localStorage.setItem('room-position', 'nonsense')
  expect(positionOf('haru', 'e1')).toBe(0)
})
