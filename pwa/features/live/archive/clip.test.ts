import { expect, it } from 'vitest'
import { clipOf, clipUntil, clipUrl } from './clip.ts'

const read = (value: string) => clipOf(new URLSearchParams({ clip: value }))

it('is in the address of its event', () => {
  const url = clipUrl('https://room.test/community/aoi/event/1', { from: 90, to: 150 })
  expect(clipOf(new URL(url).searchParams)).toEqual({ from: 90, to: 150 })
})

it.each(['0-61', '5-5', '9-4', '-1-3', 'a-b', '1.5-3', '', '1-2-3'])('is none in %j', (value) => {
  expect(read(value)).toBeNull()
  expect(read('0-60')).toEqual({ from: 0, to: 60 })
})

it.each([
  [100.4, 30, 600, { from: 71, to: 101 }],
  [4, 30, 600, { from: 0, to: 30 }],
  [600, 60, 600.9, { from: 540, to: 600 }],
  [5, 60, 20, { from: 0, to: 20 }],
])('ends at %d s with a length of %d in %d', (position, length, duration, clip) => {
  expect(clipUntil(position, length, duration)).toEqual(clip)
})
