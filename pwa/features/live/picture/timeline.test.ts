import { expect, it } from 'vitest'
import { instantAt, timelineOf } from './timeline.ts'

const segment = (seconds: number, sentAt: number | null) => ({ seconds, sentAt, anew: false })

it('finds the instant of a position across an interruption', () => {
  const timeline = timelineOf([
    segment(2, 100_000),
    segment(2, 102_000),
    segment(2, 204_000),
    segment(2, 206_005),
  ])
  expect(timeline).toHaveLength(2)
  expect([0, 1, 3.9, 4, 5.5].map((at) => instantAt(timeline, at))).toEqual([
    100_000, 101_000, 103_900, 204_000, 205_500,
  ])
})

it('corrects a clock that drifts before viewers notice', () => {
  const drifting = Array.from({ length: 100 }, (_, n) => segment(2, n * 2_010))
  const timeline = timelineOf(drifting)
  for (const [n, { sentAt }] of drifting.entries())
    expect(Math.abs(instantAt(timeline, n * 2)! - sentAt!)).toBeLessThanOrEqual(20)
})

it('knows nothing of a recording without dates', () => {
  expect(instantAt(timelineOf([segment(2, null), segment(2, null)]), 1)).toBeNull()
})
