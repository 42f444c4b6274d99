import type { EventInsights } from '#contract/dashboard/calls.ts'

type SellThrough = NonNullable<EventInsights['next']>
type Minute = EventInsights['evenings'][number]['minutes'][number]

/** Points of an evening that a chart can show. */
const MAX_POINTS = 60

export interface EveningPoint {
  people: number
  messages: number
  reactions: number
}

/** Minutes in one point, the same for all evenings that are compared. */
export const minutesPerPoint = (evenings: { minutes: Minute[] }[]) =>
  Math.max(1, Math.ceil(Math.max(0, ...evenings.map(({ minutes }) => minutes.length)) / MAX_POINTS))

/** The most viewers, and the sums of what they wrote and how often they reacted, in each part of an evening. */
export const pointsOf = (minutes: Minute[], size: number): EveningPoint[] =>
  Array.from({ length: Math.ceil(minutes.length / size) }, (_, n) => {
    const part = minutes.slice(n * size, (n + 1) * size)
    return {
      people: Math.max(...part.map(({ people }) => people)),
      messages: part.reduce((sum, { messages }) => sum + messages, 0),
      reactions: part.reduce((sum, { reactions }) => sum + reactions, 0),
    }
  })

/** The values of one evening in a chart that is as long as the longest one. */
export const padded = (values: number[], length: number): (number | null)[] =>
  Array.from({ length }, (_, n) => values[n] ?? null)

/** Days before the start in a chart, from the first to the day itself. */
const daysOf = (events: (SellThrough | null)[]) =>
  [...new Set(events.flatMap((event) => event?.days.map(({ before }) => before) ?? []))].sort(
    (a, b) => b - a,
  )

/** Tickets of both events on the same days before their start; null: still to come. */
export function sellThroughSeries(next: SellThrough | null, last: SellThrough | null) {
  const days = daysOf([next, last])
  const on = (event: SellThrough | null) =>
    days.map((day) => event?.days.find(({ before }) => before === day)?.tickets ?? null)
  return {
    labels: days.map((day) => (day === 0 ? '当日' : `${day}日前`)),
    next: on(next),
    last: on(last),
  }
}

/** How many tickets the last event had sold as long before its start as the next one is now. */
export function soldThen(next: SellThrough, last: SellThrough): number | null {
  const today = next.days.at(-1)?.before
  return last.days.find(({ before }) => before === today)?.tickets ?? null
}
