import { LIVE_WINDOW } from '#contract/limits.ts'
import type { Schema } from '#server/db/schema.ts'
import { archiveIsOpen } from '#server/features/events/policy.ts'
import { notFound } from '#server/http/refusal.ts'
import { isYoung } from '#server/ports/clock.ts'
import type { Segment } from '#server/ports/recordings.ts'
import { EVENT_CHANGED } from '#server/ports/topics.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from './broadcasts.ts'
import { findSource } from './external/sources.ts'
import type { IngestDesk } from './ingest.ts'
import { fileAddress, type Listed } from './playlist.ts'

/** What is remembered of an event's streams is looked up again after so long, or when it is told to have changed. */
const KEPT_MS = 5_000
/** Players that are at the end of a stream learn that it is one. */
const FAREWELL_MS = 10 * 60_000
const MAX_EVENTS = 1_000

export interface Stage {
  pieces: Listed[]
  /** Seconds of the longest piece so far. */
  longest: number
  /** The sealed address of the playlist that stands for it, if the stream comes from elsewhere. */
  origin: string | null
  state: 'preview' | 'on_air' | 'interrupted' | 'over'
}

export interface Archive {
  pieces: Listed[]
  /** What its playlist names, by `fileAddress`. */
  files: ReadonlySet<string>
  origin: string | null
  /** The instant at which its window closes. */
  until: string | null
}

/** Which pieces of an event's streams are to be seen, by whom. */
export function stages(
  { read, clock, bus, recordings }: Pick<Deps, 'read' | 'clock' | 'bus' | 'recordings'>,
  desk: Pick<IngestDesk, 'runningOf'>,
) {
  type Facts = Awaited<ReturnType<typeof lookUp>>
  const known = new Map<string, { at: number; facts: Promise<Facts> }>()
  bus.subscribe(EVENT_CHANGED, (eventId) => void known.delete(eventId))
  /** Each piece of an archive is asked for by itself, and there are thousands: they are gathered once. */
  const gathered = new WeakMap<Facts, { count: number; found: Pick<Archive, 'pieces' | 'files'> }>()

  async function lookUp(eventId: string) {
    const [event, open, ended, source] = await Promise.all([
      query.findArchive(read, eventId),
      query.findOpen(read, eventId),
      query.listEnded(read, eventId),
      findSource(read, eventId),
    ])
    return { event, open, ended, source }
  }
  function factsOf(eventId: string): Promise<Facts> {
    const now = clock.now().getTime()
    const found = known.get(eventId)
    if (found && isYoung(found.at, now, KEPT_MS)) return found.facts
    const facts = lookUp(eventId)
    known.set(eventId, { at: now, facts })
    if (known.size > MAX_EVENTS) known.delete(known.keys().next().value!)
    facts.catch(() => known.delete(eventId))
    return facts
  }

  async function piecesOf(
    broadcastId: string,
    from: string | null,
    to: string | null,
    most?: number,
  ) {
    const { segments, longest } = await recordings.read(broadcastId)
    const [first, last] = [from ? Date.parse(from) : 0, to ? Date.parse(to) : Number.MAX_VALUE]
    // A day's stream has forty thousand pieces; a player of what is on wants the last few.
    const pieces = (most ? lastOf(segments, most) : segments)
      .filter(({ at }) => at >= first && at < last)
      .map((segment): Listed => ({ ...segment, broadcastId }))
    return { pieces, longest }
  }

  async function gather(facts: Facts) {
    const { ended } = facts
    const recorded = await Promise.all(ended.map(({ id }) => recordings.read(id)))
    const count = recorded.reduce((sum, { segments }) => sum + segments.length, 0)
    const known = gathered.get(facts)
    if (known?.count === count) return known.found
    const all = await Promise.all(
      ended.map(({ id, started_at, ended_at, kept_until }) =>
        piecesOf(id, started_at, kept_until ?? ended_at),
      ),
    )
    const pieces = all.flatMap((one) => one.pieces)
    const files = pieces.flatMap(({ broadcastId, file, init }) => [
      fileAddress(broadcastId, file),
      fileAddress(broadcastId, init),
    ])
    const found = { pieces, files: new Set(files) }
    gathered.set(facts, { count, found })
    return found
  }

  /** A stream that comes from elsewhere: seen by whom, as our own would be. */
  function outside(origin: string, open: query.OpenBroadcast | undefined, preview: boolean) {
    if (!open || open.state === 'ended') return null
    if (open.state === 'preview' && !(preview && desk.runningOf(open.id))) return null
    return { state: open.state, pieces: [], longest: 0, origin }
  }

  return {
    /** What is on now; null where nothing is. Whoever may `preview` sees what nobody else sees yet. */
    async live(eventId: string, preview: boolean): Promise<Stage | null> {
      const { open, ended, source } = await factsOf(eventId)
      if (source) return outside(source.live_sealed, open, preview)
      if (open?.state === 'preview') {
        if (!preview || !desk.runningOf(open.id)) return null
        return stageOf('preview', await piecesOf(open.id, null, null, LIVE_WINDOW))
      }
      if (open && open.state !== 'ended')
        return stageOf(
          open.state,
          await piecesOf(open.id, preview ? null : open.started_at, null, LIVE_WINDOW),
        )
      const last = ended.at(-1)
      if (!last || clock.now().getTime() - Date.parse(last.ended_at!) > FAREWELL_MS) return null
      return stageOf('over', await piecesOf(last.id, last.started_at, last.ended_at, LIVE_WINDOW))
    },

    /** How far the event is. */
    async flagOf(eventId: string): Promise<Schema['event']['publishment_flg']> {
      const { event } = await factsOf(eventId)
      if (!event) throw notFound()
      return event.publishment_flg
    },

    /** All that was on the air, and until when it is to be seen; null where there is nothing, or not any more. */
    async archive(eventId: string): Promise<Archive | null> {
      const facts = await factsOf(eventId)
      const { event, source } = facts
      if (!event || !archiveIsOpen(event, clock.now().toISOString())) return null
      const until = event.archive_until
      if (source) {
        const origin = source.archive_sealed
        return origin === null ? null : { pieces: [], files: new Set(), origin, until }
      }
      const { pieces, files } = await gather(facts)
      return pieces.length > 0 ? { pieces, files, origin: null, until } : null
    },
  }
}
export type Stages = ReturnType<typeof stages>

/** The last of them that follow one another: where a stream is not kept, others before them are gone. */
function lastOf(segments: Segment[], most: number): Segment[] {
  const last = segments.slice(-most)
  const hole = last.findLastIndex(
    (piece, n) => n > 0 && piece.sequence !== last[n - 1]!.sequence + 1,
  )
  return hole > 0 ? last.slice(hole) : last
}

const stageOf = (state: Stage['state'], shown: Pick<Stage, 'pieces' | 'longest'>): Stage | null =>
  shown.pieces.length > 0 ? { state, ...shown, origin: null } : null
