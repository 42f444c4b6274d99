import { describe, expect, it } from 'vitest'
import { minutesPerPoint, padded, pointsOf, sellThroughSeries, soldThen } from './event-series.ts'

const minutesOf = (length: number) =>
  Array.from({ length }, (_, n) => ({ at: `${n}`, people: n, messages: 1, reactions: 2 }))

describe('points of an evening', () => {
  it.each([
    [0, 1],
    [60, 1],
    [61, 2],
    [720, 12],
  ])('of %d minutes hold %d minutes each', (length, size) => {
    const minutes = minutesOf(length)
    expect(minutesPerPoint([{ minutes }, { minutes: [] }])).toBe(size)
    const points = pointsOf(minutes, size)
    expect(points.length).toBeLessThanOrEqual(60)
    expect(points.reduce((sum, { messages }) => sum + messages, 0)).toBe(length)
  })

  it('show the most viewers and all reactions of their minutes', () => {
    expect(pointsOf(minutesOf(3), 2)).toEqual([
      { people: 1, messages: 2, reactions: 4 },
      { people: 2, messages: 1, reactions: 2 },
    ])
  })

  it('end with gaps if the other evening was longer', () => {
    expect(padded([1, 2], 3)).toEqual([1, 2, null])
  })
})

describe('sell-through', () => {
  const event = (days: [before: number, tickets: number][]) => ({
    ...{ id: 'e', title: '夜', start: '2026-11-20T11:00:00.000Z', capacity: 10, tickets: 5 },
    days: days.map(([before, tickets]) => ({ before, tickets })),
  })
  const next = event([
    [2, 1],
    [1, 4],
  ])
  const last = event([
    [2, 3],
    [1, 5],
    [0, 6],
  ])

  it('stands on the same days before the start; days to come are a gap', () => {
    expect(sellThroughSeries(next, last)).toEqual({
      labels: ['2日前', '1日前', '当日'],
      next: [1, 4, null],
      last: [3, 5, 6],
    })
  })

  it('compares with the last event as long before its start', () => {
    expect(soldThen(next, last)).toBe(5)
    expect(soldThen(event([[9, 1]]), last)).toBe(null)
  })

  it('shows the last event alone', () => {
    expect(sellThroughSeries(null, last).next).toEqual([null, null, null])
  })
})
