import { expect, it } from 'vitest'
import { waitsForMore } from './standstill.ts'

const stopped = { paused: false, seeking: false, readyState: HTMLMediaElement.HAVE_CURRENT_DATA }
const LAST = { end: 46.02 }

it('picture that has stopped waits for more when the last segment of the playlist has arrived', () => {
  expect(waitsForMore(stopped, LAST, 46)).toBe(true)
})

it.each([
  ['that plays', { readyState: HTMLMediaElement.HAVE_FUTURE_DATA }, 46],
  ['that is paused', { paused: true }, 46],
  ['that is being sought', { seeking: true }, 46],
  ['of a slow line, whose next segment is there to load', {}, 48],
])('picture %s does not', (_, how, edge) => {
  expect(waitsForMore({ ...stopped, ...how }, LAST, edge)).toBe(false)
})
