import { afterEach, expect, it } from 'vitest'
import { positionOf, savePosition } from './position.ts'

afterEach(() => localStorage.clear())

it('stores the position of each user in each archive', () => {
  savePosition('haru', 'one', 120.7, 3_600)
  savePosition('sora', 'one', 60, 3_600)
  expect(positionOf('haru', 'one')).toBe(120)
  expect(positionOf('sora', 'one')).toBe(60)
  expect(positionOf('haru', 'two')).toBe(0)
})

it('restarts after the end, and does not store the first seconds', () => {
  savePosition('haru', 'one', 120, 3_600)
  savePosition('haru', 'one', 3_590, 3_600)
  expect(positionOf('haru', 'one')).toBe(0)
  savePosition('haru', 'one', 10, 3_600)
  expect(positionOf('haru', 'one')).toBe(0)
})

it('keeps the newest 50 positions, and ignores invalid data', () => {
  for (let n = 0; n < 51; n++) savePosition('haru', `e${n}`, 60, 3_600)
  expect(positionOf('haru', 'e0')).toBe(0)
  expect(positionOf('haru', 'e1')).toBe(60)
  localStorage.setItem('room-position', 'nonsense')
  expect(positionOf('haru', 'e1')).toBe(0)
})
