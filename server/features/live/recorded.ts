import type { Recording } from '#server/ports/recordings.ts'
import type { GivenDeps } from '#server/process/deps.ts'

// Instants at which a broadcast begins and ends are compared with those of its segments, which another process dates,
// perhaps on another machine: they are taken from the recording itself, not from our own clock.

const iso = (ms: number) => new Date(ms).toISOString()

function endOf({ segments }: Pick<Recording, 'segments'>): number | null {
  const last = segments.at(-1)
  return last ? last.at + last.seconds * 1_000 : null
}

/** The instant from which segments were not begun yet, or the first one's, if `all` are wanted; `now` without any. */
export async function nextSegmentAt(
  { recordings }: GivenDeps,
  broadcastId: string,
  now: string,
  all = false,
): Promise<string> {
  const recording = await recordings.read(broadcastId)
  const [first] = recording.segments
  const end = endOf(recording)
  if (!first || end === null) return now
  // The segment that follows the last one has begun already.
  return iso(all ? first.at : Math.floor(end) + 1)
}

/** The instant at which all segments so far have begun, and not before `now`. */
export async function endedAt({ recordings }: GivenDeps, broadcastId: string, now: string) {
  const end = endOf(await recordings.read(broadcastId))
  return end !== null && end > Date.parse(now) ? iso(Math.ceil(end)) : now
}
