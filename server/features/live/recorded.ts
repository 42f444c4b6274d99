import { endOf } from '#server/ports/recordings.ts'
import type { GivenDeps } from '#server/process/deps.ts'

// Instants at which a broadcast begins and ends are compared with those of its segments, which another process dates,
// perhaps on another machine: they are taken from the recording itself, not from our own clock.

const iso = (ms: number) => new Date(ms).toISOString()

type RecordedDeps = Pick<GivenDeps, 'recordings'>

/** The instant from which segments were not begun yet, or the first one's, if `all` are wanted; `now` without any. */
export async function nextSegmentAt(
  { recordings }: RecordedDeps,
  broadcastId: string,
  now: string,
  all = false,
): Promise<string> {
  const { segments } = await recordings.read(broadcastId)
  const [first] = segments
  if (!first) return now
  // The segment that follows the last one has begun already.
  return iso(all ? first.at : Math.floor(endOf(segments)) + 1)
}

/** The instant at which all segments so far have begun, and not before `now`. */
export async function endedAt({ recordings }: RecordedDeps, broadcastId: string, now: string) {
  const end = endOf((await recordings.read(broadcastId)).segments)
  return end > Date.parse(now) ? iso(Math.ceil(end)) : now
}
