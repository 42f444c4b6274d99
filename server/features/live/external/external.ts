import { ORIGIN_NONE, ORIGIN_REFUSED, ORIGIN_SILENT, ORIGIN_STILL } from '#contract/messages.ts'
import { isYoung } from '#server/ports/clock.ts'
import { OriginError, type OriginTrouble } from '#server/ports/origin.ts'
import type { Deps } from '#server/process/deps.ts'
import type { IngestDesk } from '../ingest.ts'
import { firstVariant, progressOf } from './origin-playlist.ts'
import type { Origins } from './origins.ts'
import { listWatched } from './sources.ts'

/** Sources are looked at this often. */
const EVERY_MS = 2_000
/** A playlist that shows nothing new for so long is that of a stream that stands still. */
const STILL_MS = 20_000
/** Before an event its owner tries things out. */
const AROUND_MS = 12 * 60 * 60_000
const ASKED_MS = 60_000

const SAID: Record<OriginTrouble, string> = {
  'not allowed': ORIGIN_REFUSED,
  silent: ORIGIN_SILENT,
  'no playlist': ORIGIN_NONE,
}

interface Seen {
  progress: string
  /** When it was first seen there, in milliseconds since 1970. */
  at: number
}
type WatchDeps = Pick<Deps, 'read' | 'clock' | 'log'>

/** Looks after streams that are not pushed to us, and reports them as the ingest process reports its own. */
export function external({ read, clock, log }: WatchDeps, desk: IngestDesk, origins: Origins) {
  const seen = new Map<string, Seen>()
  const troubles = new Map<string, string>()
  const asked = new Map<string, number>()
  const underWay = new Set<string>()
  let sweptAt = Number.NEGATIVE_INFINITY

  /** Null where it moves on; otherwise what is wrong, in words. */
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
      if (error instanceof OriginError) return SAID[error.trouble]
      throw error
    }
  }

  async function lookAt({ event_id, live_sealed }: { event_id: string; live_sealed: string }) {
    if (underWay.has(event_id)) return
    underWay.add(event_id)
    try {
      const trouble = await look(event_id, live_sealed)
      if (trouble !== null) return void troubles.set(event_id, trouble)
      troubles.delete(event_id)
      // What is in trouble is not reported: after some seconds it counts as dropped, as an encoder of our own does.
      await desk.observe(event_id)
    } catch (error) {
      log.error({ event: event_id, error: String(error) }, 'a source was not looked at')
    } finally {
      underWay.delete(event_id)
    }
  }

  /** Events whose owners stand at their desk. */
  function askedFor(now: number): string[] {
    for (const [eventId, at] of asked) if (now - at > ASKED_MS) asked.delete(eventId)
    return [...asked.keys()]
  }

  return {
    /** What the owner should know of their source; null where nothing is wrong. Who asks has it looked at for a while. */
    troubleOf(eventId: string): string | null {
      asked.set(eventId, clock.now().getTime())
      return troubles.get(eventId) ?? null
    },
    /** Looks at those that are due. A slow one keeps nobody else waiting. */
    async sweep() {
      const now = clock.now().getTime()
      if (isYoung(sweptAt, now, EVERY_MS)) return
      sweptAt = now
      const at = (ms: number) => new Date(now + ms).toISOString()
      const sources = await listWatched(read, at(-AROUND_MS), at(AROUND_MS), askedFor(now))
      await Promise.all(sources.map(lookAt))
    },
    forget(eventId: string) {
      seen.delete(eventId)
      troubles.delete(eventId)
    },
  }
}
export type External = ReturnType<typeof external>
