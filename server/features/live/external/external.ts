import {
  ORIGIN_NONE,
  ORIGIN_REFUSED,
  ORIGIN_SILENT,
  ORIGIN_STILL,
} from '#contract/streams/messages.ts'
import { isYoung } from '#server/ports/clock.ts'
import { OriginError, type OriginTrouble } from '#server/ports/origin.ts'
import type { GivenDeps } from '#server/process/deps.ts'
import type { IngestMonitor } from '../ingest.ts'
import { firstVariant, progressOf } from './origin-playlist.ts'
import type { Origins } from './origins.ts'
import { listWatched } from './source-queries.ts'

/** Interval of polling sources. */
const EVERY_MS = 2_000
/** A playlist without progress for this time counts as stalled. */
const STILL_MS = 20_000
/** Sources are polled this long before and after the start of their event, so that owners can test them. */
const AROUND_MS = 12 * 60 * 60_000
const ASKED_MS = 60_000

const TROUBLE_MESSAGES: Record<OriginTrouble, string> = {
  'not allowed': ORIGIN_REFUSED,
  silent: ORIGIN_SILENT,
  'no playlist': ORIGIN_NONE,
}

interface Seen {
  progress: string
  /** Milliseconds since 1970 when this progress was first seen. */
  at: number
}

/** Polls external streams and reports them to the desk as the ingest process reports its own. */
export function external(
  { read, clock, log }: GivenDeps,
  monitor: IngestMonitor,
  origins: Origins,
) {
  const seen = new Map<string, Seen>()
  const failures = new Map<string, string>()
  const requestedAt = new Map<string, number>()
  const underWay = new Set<string>()
  let sweptAt = Number.NEGATIVE_INFINITY

  /** Null if the stream makes progress; otherwise the error message. */
  async function look(eventId: string, sealed: string): Promise<string | null> {
    const url = origins.open(sealed)
    if (url === null) return ORIGIN_SILENT
    try {
      const first = await origins.read(url)
      const variant = firstVariant(first.text, first.url)
      const { text } = variant ? await origins.read(variant) : first
      const progress = progressOf(text)
      if (progress === null) return ORIGIN_STILL
      const now = clock.now().getTime()
      const before = seen.get(eventId)
      if (before?.progress !== progress) seen.set(eventId, { progress, at: now })
      return before && before.progress === progress && now - before.at > STILL_MS
        ? ORIGIN_STILL
        : null
    } catch (error) {
      if (error instanceof OriginError) return TROUBLE_MESSAGES[error.trouble]
      throw error
    }
  }

  async function lookAt({ event_id, live_sealed }: { event_id: string; live_sealed: string }) {
    if (underWay.has(event_id)) return
    underWay.add(event_id)
    try {
      const trouble = await look(event_id, live_sealed)
      if (trouble !== null) return void failures.set(event_id, trouble)
      failures.delete(event_id)
      // A failing source is not reported: after some seconds it counts as dropped, like a lost encoder.
      await monitor.observe(event_id)
    } catch (error) {
      log.error({ event: event_id, error: String(error) }, 'Polling an external source failed.')
    } finally {
      underWay.delete(event_id)
    }
  }

  /** Events whose owners have the studio open. */
  function askedFor(now: number): string[] {
    for (const [eventId, at] of requestedAt) if (now - at > ASKED_MS) requestedAt.delete(eventId)
    return [...requestedAt.keys()]
  }

  return {
    /** Error message of the event's source; null if there is none. The call keeps the source polled for a while. */
    troubleOf(eventId: string): string | null {
      requestedAt.set(eventId, clock.now().getTime())
      return failures.get(eventId) ?? null
    },
    /** Polls the sources that are due, in parallel, so that a slow one delays no other. */
    async sweep() {
      const now = clock.now().getTime()
      if (isYoung(sweptAt, now, EVERY_MS)) return
      sweptAt = now
      const at = (ms: number) => new Date(now + ms).toISOString()
      const sources = await listWatched(read, at(-AROUND_MS), at(AROUND_MS), askedFor(now))
      await Promise.all(sources.map(lookAt))
    },
    clear(eventId: string) {
      seen.delete(eventId)
      failures.delete(eventId)
    },
  }
}
export type External = ReturnType<typeof external>
