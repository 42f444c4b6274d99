import type { Segment } from './gaps.ts'

/** A position in an archive, in seconds, and the instant of its picture, in milliseconds since 1970. */
interface Mark {
  at: number
  sentAt: number
}
/** When the pictures of an archive were sent; ascending. Between two marks, time passes as in the picture. */
export type Timeline = Mark[]

/** A difference that is not worth a mark: rounding of the playlist. */
const NEAR_MS = 20

/** Empty for a recording without dates, as of an external stream. */
export function timelineOf(segments: Segment[]): Timeline {
  const marks: Timeline = []
  let at = 0
  for (const { seconds, sentAt } of segments) {
    const expected = instantAt(marks, at)
    if (sentAt !== null && (expected === null || Math.abs(sentAt - expected) > NEAR_MS))
      marks.push({ at, sentAt })
    at += seconds
  }
  return marks
}

/** When the picture at that position was sent; null if that is not known. */
export function instantAt(timeline: Timeline, seconds: number): number | null {
  const mark = timeline.findLast(({ at }) => at <= seconds) ?? timeline[0]
  return mark ? mark.sentAt + (seconds - mark.at) * 1_000 : null
}
