import { dropOldest } from '#contract/lib/drop-oldest.ts'
import { LIVE_WINDOW } from '#contract/streams/limits.ts'
import type { Schema } from '#server/db/schema.ts'
import { archiveIsOpen } from '#server/features/events/policy.ts'
import { notFound } from '#server/http/api-error.ts'
import { isoNow, isYoung } from '#server/ports/clock.ts'
import type { Segment } from '#server/ports/recordings.ts'
import { EVENT_CHANGED } from '#server/ports/topics.ts'
import type { GivenDeps } from '#server/process/deps.ts'
import * as query from './broadcast-queries.ts'
import { findSource } from './external/source-queries.ts'
import type { IngestMonitor } from './ingest-monitor.ts'
import { fileAddress, type PlaylistSegment } from './playlist.ts'
import { areSettled, type Variants, variantsOf } from './variants.ts'

/** Cache time of an event's streams; a published change invalidates them earlier. */
const CACHE_MS = 5_000
/** Time for which an ended stream's playlist is served, so that players learn of the end. */
const FAREWELL_MS = 10 * 60_000
const MAX_EVENTS = 1_000

/** Segments that are stored here, or the encrypted playlist URL of an external stream. */
type Source =
  | { origin: null; segments: PlaylistSegment[]; last: PlaylistSegment }
  | { origin: string; segments: PlaylistSegment[] }

export type StreamState = Source & {
  /** Null without renditions below the source. */
  variants: Variants | null
  /** Longest segment so far, in seconds. */
  longest: number
  state: 'preview' | 'on_air' | 'interrupted' | 'over'
}

export type Archive = Source & {
  variants: Variants | null
  /** Files named by the playlist, as `fileAddress`. */
  files: ReadonlySet<string>
  /** Instant at which the window closes. */
  until: string | null
}

async function factsAbout(read: GivenDeps['read'], eventId: string) {
  const [event, open, ended, source] = await Promise.all([
    query.findArchive(read, eventId),
    query.findOpen(read, eventId),
    query.listEnded(read, eventId),
    findSource(read, eventId),
  ])
  return { event, open, ended, source }
}
type Facts = Awaited<ReturnType<typeof factsAbout>>

/** Segments of an event's live stream and archive, by the viewer's rights. */
export class StreamStates {
  readonly #deps: GivenDeps
  readonly #monitor: Pick<IngestMonitor, 'runningOf'>
  readonly #known = new Map<string, { at: number; facts: Promise<Facts> }>()
  /** Collected once: each of an archive's thousands of segments is a request of its own. */
  readonly #gathered = new WeakMap<
    Facts,
    { count: number; found: Pick<Archive, 'segments' | 'files' | 'variants'> }
  >()

  constructor(deps: GivenDeps, monitor: Pick<IngestMonitor, 'runningOf'>) {
    this.#deps = deps
    this.#monitor = monitor
    deps.bus.subscribe(EVENT_CHANGED, (eventId) => void this.#known.delete(eventId))
  }

  #factsOf(eventId: string): Promise<Facts> {
    const now = this.#deps.clock.now().getTime()
    const cached = this.#known.get(eventId)
    if (cached && isYoung(cached.at, now, CACHE_MS)) return cached.facts
    const facts = factsAbout(this.#deps.read, eventId)
    this.#known.set(eventId, { at: now, facts })
    dropOldest(this.#known, MAX_EVENTS)
    facts.catch(() => this.#known.delete(eventId))
    return facts
  }

  async #segmentsOf(broadcastId: string, from: string | null, to: string | null, max?: number) {
    const recorded = await this.#deps.recordings.read(broadcastId)
    const [first, last] = [from ? Date.parse(from) : 0, to ? Date.parse(to) : Number.MAX_VALUE]
    // A day's stream has forty thousand segments; a live playlist needs the last few.
    const segments = (max ? lastOf(recorded.segments, max) : recorded.segments)
      .filter(({ at }) => at >= first && at < last)
      .map((segment): PlaylistSegment => {
        const renditions = recorded.ladder.renditions.get(segment.sequence) ?? []
        return { ...segment, broadcastId, renditions }
      })
    return { segments, longest: recorded.longest, variants: variantsOf([recorded]) }
  }

  async #gather(facts: Facts) {
    const { ended } = facts
    const recorded = await Promise.all(ended.map(({ id }) => this.#deps.recordings.read(id)))
    const count = recorded.reduce(
      (sum, { segments, ladder }) => sum + segments.length + ladder.version,
      0,
    )
    const known = this.#gathered.get(facts)
    if (known?.count === count) return known.found
    const all = await Promise.all(
      ended.map(({ id, started_at, ended_at, kept_until }) =>
        this.#segmentsOf(id, started_at, kept_until ?? ended_at),
      ),
    )
    const segments = all.flatMap((one) => one.segments)
    const files = segments.flatMap((segment) =>
      [segment, ...segment.renditions].flatMap(({ file, init }) => [
        fileAddress(segment.broadcastId, file),
        fileAddress(segment.broadcastId, init),
      ]),
    )
    const result = { segments, files: new Set(files), variants: variantsOf(recorded) }
    this.#gathered.set(facts, { count, found: result })
    return result
  }

  /** Stage of an external stream, with the rights of an ingested one. */
  #outside(origin: string, open: query.OpenBroadcast | undefined, preview: boolean) {
    if (!open || open.state === 'ended') return null
    if (open.state === 'preview' && !(preview && this.#monitor.runningOf(open.id))) return null
    return { state: open.state, segments: [], longest: 0, variants: null, origin }
  }

  /** The current live stage; null without one. With `preview` also a stream that is not live yet. */
  async live(eventId: string, preview: boolean): Promise<StreamState | null> {
    const { open, ended, source } = await this.#factsOf(eventId)
    if (source) return this.#outside(source.live_sealed, open, preview)
    if (open?.state === 'preview') {
      if (!preview || !this.#monitor.runningOf(open.id)) return null
      return streamStateOf('preview', await this.#segmentsOf(open.id, null, null, LIVE_WINDOW))
    }
    if (open && open.state !== 'ended')
      return streamStateOf(
        open.state,
        await this.#segmentsOf(open.id, preview ? null : open.started_at, null, LIVE_WINDOW),
      )
    const last = ended.at(-1)
    if (!last || this.#deps.clock.now().getTime() - Date.parse(last.ended_at) > FAREWELL_MS)
      return null
    return streamStateOf(
      'over',
      await this.#segmentsOf(last.id, last.started_at, last.ended_at, LIVE_WINDOW),
    )
  }

  /** The event's `publishment_flg`. */
  async flagOf(eventId: string): Promise<Schema['event']['publishment_flg']> {
    const { event } = await this.#factsOf(eventId)
    if (!event) throw notFound()
    return event.publishment_flg
  }

  /** Complete recording and end of its window; null without one, or after the window has closed. */
  async archive(eventId: string): Promise<Archive | null> {
    const facts = await this.#factsOf(eventId)
    const { event, source } = facts
    if (!event || !archiveIsOpen(event, isoNow(this.#deps))) return null
    const until = event.archive_until
    if (source) {
      const origin = source.archive_sealed
      return origin === null
        ? null
        : { segments: [], files: new Set(), variants: null, origin, until }
    }
    const gathered = await this.#gather(facts)
    const last = gathered.segments.at(-1)
    return last ? { ...gathered, last, origin: null, until } : null
  }
}

/** The last consecutive segments: of a stream that is not kept, earlier ones are deleted. */
export function lastOf(segments: Segment[], max: number): Segment[] {
  const last = segments.slice(-max)
  const hole = last.findLastIndex(
    ({ sequence }, n) => n > 0 && last[n - 1]?.sequence !== sequence - 1,
  )
  return hole > 0 ? last.slice(hole) : last
}

const streamStateOf = (
  state: StreamState['state'],
  shown: Pick<StreamState, 'segments' | 'longest' | 'variants'>,
): StreamState | null => {
  const { segments, variants } = shown
  const last = segments.at(-1)
  if (!last || (state !== 'over' && variants && !areSettled(segments, variants))) return null
  return { state, ...shown, last, origin: null }
}
